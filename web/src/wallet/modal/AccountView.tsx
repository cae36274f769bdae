import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { type Address, formatUnits } from "viem";
import { useBalance, useConnection, useDisconnect } from "wagmi";
import { ownerPagePath, pages } from "#protocol/pages";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { runtimeConfig } from "../../env.ts";
import { walletData } from "../cache.ts";
import { identityOptions } from "../directory/identity.ts";
import { explorerPage } from "../explorerPage.ts";
import { shortAddress } from "../shortAddress.ts";
import { LocalAccounts } from "./ConnectView.tsx";
import { useNavigateView } from "./views.ts";

/** The connected account: identity, holdings and “Disconnect”. */
export default function AccountView() {
  const { address, connector } = useConnection();
  const disconnect = useDisconnect();
  const { name, avatar } = useIdentity(address);
  const who = useRef<HTMLDivElement>(null);
  const close = () => who.current?.closest("dialog")?.close();
  if (!address) return null;

  return (
    <>
      <div ref={who} className="wallet-face">
        {avatar && (
          <img
            key={avatar}
            className="avatar"
            src={avatar}
            alt=""
            width="64"
            height="64"
            referrerPolicy="no-referrer"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
          />
        )}
        <div>
          <h3>{name ?? shortAddress(address)}</h3>
          <code className="small">{address}</code>
        </div>
      </div>
      <div className="row">
        <CopyButton text={address} label="Copy address" />
        <ExplorerLink address={address} />
        <Link to={ownerPagePath(address)} className="button button--small" onClick={close}>
          Your drifters
        </Link>
        <Link to={pages.mint.path} className="button button--small" onClick={close}>
          Mint a drifter
        </Link>
      </div>
      <AccountFacts address={address} walletName={connector?.name} />
      <Button isWide onClick={() => disconnect.mutate({})}>
        Disconnect
      </Button>
      {connector?.type === "dev" && <LocalAccounts />}
    </>
  );
}

/** Returns the account's name and avatar, if a service is configured; otherwise the address is shown. */
function useIdentity(address: `0x${string}` | undefined) {
  const { walletConnect, chain } = runtimeConfig();
  const { data } = useQuery(identityOptions(walletConnect, { address, chainId: chain.id }));
  return { name: data?.name, avatar: data?.avatar };
}

function ExplorerLink({ address }: { address: string }) {
  const explorer = explorerPage(`address/${address}`);
  if (!explorer) return null;
  return (
    <a
      className="button button--small"
      href={explorer.url}
      target="_blank"
      rel="noopener noreferrer"
    >
      View on {explorer.name}
    </a>
  );
}

interface AccountFactsProps {
  address: Address;
  walletName: string | undefined;
}

/** The account's balance, network and wallet. */
function AccountFacts({ address, walletName }: AccountFactsProps) {
  const { chain } = runtimeConfig();
  const go = useNavigateView();
  const balance = useBalance({ address, query: { meta: walletData } });
  return (
    <dl className="facts">
      <div>
        <dt>Balance</dt>
        <dd>{balance.data ? amount(balance.data) : balance.isError ? "Unavailable" : "…"}</dd>
      </div>
      <div>
        <dt>Network</dt>
        <dd>
          <button
            type="button"
            className="text-button plain-button"
            data-leads-to="networks"
            onClick={() => go({ view: "networks" })}
          >
            {chain.name}{" "}
            <svg viewBox="0 0 16 16" aria-hidden="true">
              <path d="M6 3l5 5-5 5" />
            </svg>
          </button>
        </dd>
      </div>
      <div>
        <dt>Wallet</dt>
        <dd>{walletName}</dd>
      </div>
    </dl>
  );
}

interface Balance {
  value: bigint;
  decimals: number;
  symbol: string;
}

/** Formats an amount with at most four decimals, truncated. */
function amount({ value, decimals, symbol }: Balance): string {
  const [whole = "0", fraction = ""] = formatUnits(value, decimals).split(".");
  const shown = fraction.slice(0, 4).replace(/0+$/, "");
  return `${shown ? `${whole}.${shown}` : whole} ${symbol}`;
}

import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { type Address, formatUnits } from "viem";
import { useBalance, useConfig, useConnection, useDisconnect } from "wagmi";
import { aNoun } from "#protocol/noun";
import { pages } from "#protocol/pages";
import { Button } from "../../components/Button.tsx";
import { CopyButton } from "../../components/CopyButton.tsx";
import { runtimeConfig } from "../../env.ts";
import { walletData } from "../cache.ts";
import { identityOptions } from "../directory/identity.ts";
import { explorerPage } from "../explorerPage.ts";
import { shortAddress } from "../shortAddress.ts";
import { LocalAccounts } from "./ConnectView.tsx";
import { useNavigateView } from "./views.ts";
import { YourDrifters } from "./YourDrifters.tsx";

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
        <Avatar address={address} picture={avatar} />
        <div>
          <h3>{name ?? shortAddress(address)}</h3>
          <code className="small">{address}</code>
        </div>
      </div>
      <div className="row">
        <CopyButton text={address} label="Copy address" />
        <ExplorerLink address={address} />
        <Link to={pages.mint.path} className="button button--small" onClick={close}>
          Mint {aNoun}
        </Link>
      </div>
      <AccountFacts address={address} walletName={connector?.name} />
      <YourDrifters key={address} owner={address} onLeave={close} />
      <Button isWide onClick={() => disconnect.mutate({})}>
        Disconnect
      </Button>
      {connector?.type === "dev" && <LocalAccounts />}
    </>
  );
}

/** Returns the account's name and avatar; none while they are unknown. */
function useIdentity(address: Address | undefined) {
  const client = useConfig().getClient();
  const { data } = useQuery(identityOptions(runtimeConfig().walletConnect, client, address));
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

interface AvatarProps {
  address: Address;
  picture: string | undefined;
}

/** An account's avatar; without one, three suns whose colors and heights derive from its address. */
function Avatar({ address, picture }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  if (picture && picture !== broken) {
    return (
      <img
        className="avatar"
        src={picture}
        alt=""
        width="64"
        height="64"
        referrerPolicy="no-referrer"
        onError={() => setBroken(picture)}
      />
    );
  }
  return (
    <svg className="avatar" viewBox="0 0 64 64" aria-hidden="true">
      <rect width="64" height="64" fill={skies[byte(address, 0) % skies.length]} />
      {[0, 1, 2].map((sun) => (
        <circle
          key={sun}
          cx={10 + 22 * sun}
          cy={20 + (byte(address, 3 * sun + 1) % 26)}
          r={8 + (byte(address, 3 * sun + 2) % 12)}
          fill={suns[byte(address, 3 * sun + 3) % suns.length]}
        />
      ))}
      <path d="M0 50q16-9 32 0t32 0v14H0z" fill="hsl(280 30% 10%)" />
    </svg>
  );
}

const skies = ["#3a2147", "#4d2438", "#22304f", "#1f3d42", "#52351f"];
const suns = ["#f2c27a", "#e8a54b", "#e07a4d", "#7fd0c2", "#ff9d86", "#c9a2d6", "#f4e8d4"];

function byte(address: Address, index: number): number {
  return Number.parseInt(address.slice(2 + 2 * index, 4 + 2 * index), 16);
}

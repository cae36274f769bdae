import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { type Address, formatUnits } from "viem";
import { useBalance, useConfig, useConnection, useDisconnect } from "wagmi";
import type { GetBalanceReturnType } from "wagmi/actions";
import { aNoun } from "#protocol/values/noun";
import { pages } from "#protocol/wire/pages";
import { Address as AddressLine } from "../../components/Address.tsx";
import { Button } from "../../components/Button.tsx";
import { runtimeConfig } from "../../env.ts";
import { hasStoredMint } from "../../page/storedMint.ts";
import { walletData } from "../cache.ts";
import { identityOptions } from "../directory/identity.ts";
import { LocalAccounts } from "./ConnectView.tsx";
import { useNavigateView } from "./views.ts";
import { RemoteImage } from "./WalletGrid.tsx";
import { YourTokens } from "./YourTokens.tsx";

/** Renders the connected account: identity, holdings and “Disconnect”. */
export default function AccountView() {
  const { address, connector } = useConnection();
  const disconnect = useDisconnect();
  const client = useConfig().getClient();
  const { data: who } = useQuery(identityOptions(runtimeConfig().walletConnect, client, address));
  const face = useRef<HTMLDivElement>(null);
  const close = () => face.current?.closest("dialog")?.close();
  if (!address) return null;

  return (
    <>
      <div ref={face} className="wallet-face">
        <RemoteImage className="avatar" src={who?.avatar} size={64}>
          {/* Two colors, derived from the first and the last digits of the address. */}
          <svg className="avatar" viewBox="0 0 2 2" aria-hidden="true">
            <path d="M0 0h1v2H0z" fill={`#${address.slice(2, 8)}`} />
            <path d="M1 0h1v2H1z" fill={`#${address.slice(-6)}`} />
          </svg>
        </RemoteImage>
        <div>
          {who?.name && <h3>{who.name}</h3>}
          <AddressLine address={address} />
        </div>
      </div>
      <AccountFacts address={address} walletName={connector?.name} />
      <YourTokens key={address} owner={address} onLeave={close} />
      <div className="wallet-actions">
        <Link to={pages.mint.path} className="button button--wide" onClick={close}>
          {hasStoredMint(address) ? "See your latest mint" : `Mint ${aNoun}`}
        </Link>
        <Button isWide onClick={() => disconnect.mutate({})}>
          Disconnect
        </Button>
      </div>
      {connector?.type === "dev" && <LocalAccounts />}
    </>
  );
}

interface AccountFactsProps {
  address: Address;
  walletName: string | undefined;
}

/** Renders the account's balance, network and wallet. */
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

/** Formats an amount with at most four decimals, truncated. */
function amount({ value, decimals, symbol }: GetBalanceReturnType): string {
  const [whole = "0", fraction = ""] = formatUnits(value, decimals).split(".");
  const shown = fraction.slice(0, 4).replace(/0+$/, "");
  return `${shown ? `${whole}.${shown}` : whole} ${symbol}`;
}

import { lazy, Suspense } from "react";
import { formatUnits } from "viem";
import { useBalance, useConnection, useDisconnect } from "wagmi";
import { CopyButton } from "../../components/CopyButton.tsx";
import { runtimeConfig } from "../../env.ts";
import { walletData } from "../cache.ts";

// The condition is a constant of the build: a production bundle holds none of this.
const DevAccounts = import.meta.env.DEV
  ? lazy(() => import("../../dev/DevAccounts.tsx"))
  : undefined;

/** The connected account: who it is, what it holds, and the way out. */
export default function AccountView() {
  const { address, connector } = useConnection();
  const { chain } = runtimeConfig();
  const disconnect = useDisconnect();
  const { data: balance } = useBalance({ address, query: { meta: walletData } });
  if (!address) return null;

  return (
    <>
      <p className="account__address">
        <code>{address}</code>
        <CopyButton text={address} label="Copy address" />
      </p>
      <dl className="account__facts">
        <div>
          <dt>Balance</dt>
          <dd>
            {balance ? `${shortAmount(balance.value, balance.decimals)} ${balance.symbol}` : "…"}
          </dd>
        </div>
        <div>
          <dt>Network</dt>
          <dd>{chain.name}</dd>
        </div>
        <div>
          <dt>Wallet</dt>
          <dd>{connector?.name}</dd>
        </div>
      </dl>
      <button type="button" className="button button--wide" onClick={() => disconnect.mutate({})}>
        Disconnect
      </button>
      {DevAccounts && connector?.type === "dev" && (
        <Suspense>
          <DevAccounts />
        </Suspense>
      )}
    </>
  );
}

/** An amount with at most four decimals, cut off rather than rounded up. */
function shortAmount(value: bigint, decimals: number): string {
  const [whole = "0", fraction = ""] = formatUnits(value, decimals).split(".");
  const shown = fraction.slice(0, 4).replace(/0+$/, "");
  return shown ? `${whole}.${shown}` : whole;
}

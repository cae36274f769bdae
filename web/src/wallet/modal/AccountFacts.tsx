import { type Address, formatUnits } from "viem";
import { useBalance } from "wagmi";
import { runtimeConfig } from "../../env.ts";
import { walletData } from "../cache.ts";
import { useNavigateView } from "./useViewStack.ts";

interface AccountFactsProps {
  address: Address;
  walletName: string | undefined;
}

/** The account's balance, network and wallet. */
export function AccountFacts({ address, walletName }: AccountFactsProps) {
  const { chain } = runtimeConfig();
  const go = useNavigateView();
  const balance = useBalance({ address, query: { meta: walletData } });
  return (
    <dl className="account__facts">
      <div>
        <dt>Balance</dt>
        <dd>{balance.data ? amount(balance.data) : balance.isError ? "Unavailable" : "…"}</dd>
      </div>
      <div>
        <dt>Network</dt>
        <dd>
          <button
            type="button"
            className="text-button"
            data-leads-to="networks"
            onClick={() => go({ view: "networks" })}
          >
            {chain.name}
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

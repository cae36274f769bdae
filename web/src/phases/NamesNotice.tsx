import { endpointErrorIn } from "#protocol/rpcEndpointError";
import { Notice } from "../components/Notice.tsx";
import type { SaleAtBlock, usePhaseNames } from "./saleQueries.ts";

interface NamesNoticeProps {
  names: Pick<ReturnType<typeof usePhaseNames>, "error" | "isFetched" | "refetch">;
  sale: SaleAtBlock;
}

/** Says whether phases are missing, because their names could not be read. */
export function NamesNotice({ names: { error, isFetched, refetch }, sale }: NamesNoticeProps) {
  const minted = sale.phases.reduce((sum, { currentCount }) => sum + currentCount, 0n);
  const missing = sale.sale.totalSupply - minted;
  if (!isFetched || (!error && missing <= 0n)) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      actions={{ "Search for phases again": () => void refetch() }}
    >
      {error && <p>{wordsFor(error)}</p>}
      {missing > 0n && (
        <p>
          {String(missing)} minted {missing === 1n ? "drifter is" : "drifters are"} in phases that
          are not shown. Name those phases below.
        </p>
      )}
    </Notice>
  );
}

function wordsFor(error: Error): string {
  return (
    endpointErrorIn(error)?.message ??
    "Can't reach the network to look for phases. Search again, or name them below."
  );
}

import { LogsUnavailableError } from "#protocol/blockRanges";
import { endpointErrorIn } from "#protocol/rpcEndpointError";
import { Notice } from "../components/Notice.tsx";
import type { SaleAtBlock, usePhaseNames } from "./saleQueries.ts";

interface NamesNoticeProps {
  search: ReturnType<typeof usePhaseNames>;
  sale: SaleAtBlock;
}

/** Progress of the search for phase names in the contract's events, and whether phases are missing. */
export function NamesNotice({ search, sale }: NamesNoticeProps) {
  if (search.isSearching) return <Progress search={search} />;
  const minted = sale.phases.reduce((sum, { currentCount }) => sum + currentCount, 0n);
  const missing = sale.sale.totalSupply - minted;
  if (!search.error && missing <= 0n) return null;
  return (
    <Notice
      tone="warning"
      role="status"
      actions={{ "Search for phases again": search.searchAgain }}
    >
      {search.error && <p>{wordsFor(search.error)}</p>}
      {missing > 0n && (
        <p>
          {String(missing)} minted {missing === 1n ? "drifter is" : "drifters are"} in phases that
          are not shown. Name those phases below.
        </p>
      )}
    </Notice>
  );
}

function Progress({ search: { search, stop } }: Pick<NamesNoticeProps, "search">) {
  // A search of one request ends before the notice could be read.
  if (!search || search.done === search.total) return null;
  const percent = Number((100n * search.done) / search.total);
  return (
    <Notice actions={{ "Stop searching": stop }}>
      <p>
        Scanning the contract's events for phases: {percent} % of{" "}
        {search.total.toLocaleString("en")} blocks, {search.names.length} found.
      </p>
      <progress aria-label="Blocks scanned" max={100} value={percent} />
    </Notice>
  );
}

function wordsFor(error: Error): string {
  if (error instanceof LogsUnavailableError) return error.message;
  return (
    endpointErrorIn(error)?.message ??
    "Can't reach the network to look for phases. Search again, or name them below."
  );
}

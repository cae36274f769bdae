import { LogsUnavailableError } from "#protocol/blockRanges";
import { endpointErrorIn } from "#protocol/rpcEndpointError";
import { Button } from "../components/Button.tsx";
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
    <div className="notice notice--warning" role="status">
      {search.error && <p>{wordsFor(search.error)}</p>}
      {missing > 0n && (
        <p>
          {String(missing)} minted {missing === 1n ? "drifter is" : "drifters are"} in phases that
          are not shown. Name those phases below.
        </p>
      )}
      <div className="notice__actions">
        <Button isSmall onClick={search.searchAgain}>
          Search for phases again
        </Button>
      </div>
    </div>
  );
}

function Progress({ search: { search, stop } }: Pick<NamesNoticeProps, "search">) {
  // A search of one request ends before the notice could be read.
  if (!search || search.done === search.total) return null;
  const percent = Number((100n * search.done) / search.total);
  return (
    <div className="notice">
      <p>
        Scanning the contract's events for phases: {percent} % of{" "}
        {search.total.toLocaleString("en")} blocks, {search.names.length} found.
      </p>
      <progress aria-label="Blocks scanned" max={100} value={percent} />
      <div className="notice__actions">
        <Button isSmall onClick={stop}>
          Stop searching
        </Button>
      </div>
    </div>
  );
}

function wordsFor(error: Error): string {
  if (error instanceof LogsUnavailableError) return error.message;
  return (
    endpointErrorIn(error)?.message ??
    "Can't reach the network to look for phases. Search again, or name them below."
  );
}

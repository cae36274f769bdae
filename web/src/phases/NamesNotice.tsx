import { Notice } from "../components/Notice.tsx";
import { missingPhasesMessage, namesFailure } from "./messages.ts";
import type { SaleAtBlock, usePhaseNames } from "./saleQueries.ts";

interface NamesNoticeProps {
  names: Pick<ReturnType<typeof usePhaseNames>, "error" | "isFetched" | "refetch">;
  sale: SaleAtBlock;
}

/** Renders a notice that phases are missing, if their names could not be read. */
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
      {error && <p>{namesFailure(error)}</p>}
      {missing > 0n && <p>{missingPhasesMessage(missing)}</p>}
    </Notice>
  );
}

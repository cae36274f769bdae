import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "react-router-dom";
import { nouns } from "#protocol/values/noun";
import { pages, tokenPagePath } from "#protocol/wire/pages";
import type { PlannedPhase } from "#protocol/wire/responses";
import { phaseSupply } from "#sale/mintRules";
import { findTime } from "#sale/phaseTimes";
import { readSale, type SaleFacts } from "#sale/saleFacts";
import { Notice } from "../components/Notice.tsx";
import { NotSaved } from "../components/NotSaved.tsx";
import { galleryQueryOptions, parseGalleryLocation } from "../gallery/galleryQuery.ts";
import { useDocumentTitle } from "../page/usePage.ts";
import { useSale } from "../sale/useSale.ts";
import { findNextOpening, toTimes, useSalePlan } from "../sale/useSalePlan.ts";
import { mintLinkKey } from "../site/SiteFrame.tsx";
import { Portrait } from "../token/Portrait.tsx";
import { accessibleName } from "../tokens/tokenLinks.ts";
import { pageClient } from "../wallet/pageClient.ts";
import { WalletScope } from "../wallet/WalletScope.tsx";
import { Sale } from "./Sale.tsx";
import { SaleSummarySkeleton } from "./SaleSummary.tsx";
import { saleHeadline } from "./saleState.ts";
import { UpcomingPhases } from "./UpcomingPhases.tsx";
import "./MintPage.css";

export default function MintPage() {
  useDocumentTitle(pages.mint.title);
  return (
    <WalletScope>
      <MintNow />
    </WalletScope>
  );
}

function MintNow() {
  const { data, isError, isPaused } = useSaleNow();
  const isOutOfReach = isError || isPaused;
  const phases = useSalePlan();
  // Without the plan, a phase that has not opened would look open for a moment.
  const now = data && phases && { ...data, phases };
  const planned = phases?.find(({ name }) => name === data?.sale.phase.name);
  const { title, text } = saleHeadline(now?.sale, planned);
  useMintLink(now, planned);
  return (
    <div className="mint">
      <header className="mint__opening">
        <h1>{title}</h1>
        <p>{text}</p>
      </header>
      <NotSaved>Stay on this page until your mint is confirmed.</NotSaved>
      {isOutOfReach && (
        <Notice tone="alert">
          Can't reach the network{data && "; this may be out of date"}. This page keeps trying.
        </Notice>
      )}
      {now ? <Sale {...now} /> : !isOutOfReach && <SaleSummarySkeleton />}
      {/* Not before what is above it, which would push it down. */}
      {(now || isOutOfReach) && <NewestTokens />}
      {now && (
        <UpcomingPhases
          active={now.sale.phase.name}
          blockNumber={now.blockNumber}
          timestamp={now.sale.timestamp}
          phases={now.phases}
        />
      )}
    </div>
  );
}

/** Renders portraits of the most recently minted tokens. */
function NewestTokens() {
  const { filters } = parseGalleryLocation(new URLSearchParams());
  const { data } = useInfiniteQuery(galleryQueryOptions({ filters }));
  return (
    <ul className="mint__newest" aria-label={`Newest ${nouns}`}>
      {data?.pages[0]?.tokens.slice(0, 3).map(({ drifterId, name }) => (
        <li key={drifterId}>
          <Link to={tokenPagePath(drifterId)} aria-label={accessibleName(drifterId, name)}>
            <Portrait drifterId={drifterId} alt="" sizes="(min-width: 60rem) 13rem, 30vw" />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Makes the header's mint link show the same state and number as the page. */
function useMintLink(
  now: { sale: SaleFacts; phases: readonly PlannedPhase[] } | undefined,
  planned: PlannedPhase | undefined,
): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (now === undefined) return;
    const { sale, phases } = now;
    const isPlanned = planned
      ? findTime(toTimes(planned), sale.timestamp) === "open"
      : phases.length === 0;
    const left = Number(phaseSupply(sale).left);
    const isSoon = findNextOpening(phases, sale.phase.name, sale.timestamp) !== undefined;
    queryClient.setQueryData(mintLinkKey, { isOpen: sale.isMinting && isPlanned, left, isSoon });
  });
}

function useSaleNow() {
  return useSale({
    queryKey: ["sale"],
    // Unlike the sale's own client, this client falls back to WalletConnect's node.
    client: pageClient,
    intervalMilliseconds: 4_000,
    read: async (client, collection, blockNumber) => ({
      sale: await readSale(client, collection, blockNumber),
    }),
  });
}

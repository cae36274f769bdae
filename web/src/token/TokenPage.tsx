import { useParams } from "react-router-dom";
import { lazily } from "../components/lazily.tsx";
import { NarrativeSection } from "../narrative/NarrativeSection.tsx";
import { preloadStory } from "../narrative/Story.tsx";
import { useIsHydrated } from "../page/usePage.ts";
import { TokenCard } from "./TokenCard.tsx";

/** Fetched after what the page is about, and not shown before a story above it can be. */
const BelowStory = lazily(() => import(/* rendered */ "./BelowStory.tsx"), {
  before: () => preloadStory().then(noop, noop),
});

/** Fetches everything that the page's first render needs. */
export const preloadTokenPage = () => Promise.all([preloadStory(), BelowStory.preload()]);

function noop(): void {}

export function TokenPage() {
  const { drifterId = "" } = useParams();
  const isHydrated = useIsHydrated();
  return (
    <>
      <TokenCard drifterId={drifterId} />
      <NarrativeSection key={drifterId} drifterId={drifterId} />
      <BelowStory drifterId={drifterId} />
      <p className="print-only">{isHydrated && window.location.href}</p>
    </>
  );
}

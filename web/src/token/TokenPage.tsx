import { useParams } from "react-router-dom";
import { lazily } from "../components/lazily.tsx";
import { NarrativeSection } from "../narrative/NarrativeSection.tsx";
import { preloadStory } from "../narrative/Story.tsx";
import { useIsHydrated } from "../page/usePage.ts";
import { useRoad } from "./road/Road.tsx";
import { TokenCard } from "./TokenCard.tsx";

/** Fetched after the page's main content, and hidden until the story above can render. */
const BelowStory = lazily(() => import(/* rendered */ "./BelowStory.tsx"), {
  before: () => preloadStory().then(noop, noop),
});

/** Fetches the code that the page's first render needs. */
export const preloadTokenPage = () => Promise.all([preloadStory(), BelowStory.preload()]);

function noop(): void {}

export function TokenPage() {
  const { drifterId = "" } = useParams();
  const isHydrated = useIsHydrated();
  useRoad(drifterId);
  return (
    <>
      <TokenCard drifterId={drifterId} />
      <NarrativeSection key={drifterId} drifterId={drifterId} />
      <BelowStory drifterId={drifterId} />
      <p className="print-only">{isHydrated && window.location.href}</p>
    </>
  );
}

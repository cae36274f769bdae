import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { isDrifterId } from "#protocol/values/drifterId";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { ErrorBoundary } from "../components/ErrorBoundary.tsx";
import { lazily } from "../components/lazily.tsx";
import { useWallet } from "../wallet/useWallet.ts";
import { useLeftDraft, wasInterrupted } from "./leftDraft.ts";
import { narrativeQueryOptions } from "./narrativeApi.ts";
import { preloadStory, Story, StorySection, StorySkeleton } from "./Story.tsx";

// Fetched only by visitors with a wallet.
const OwnerNarrative = lazily(() => import("./OwnerNarrative.tsx"), {
  fallback: ({ children }) => children,
});
const InterruptedText = lazily(() => import("./InterruptedText.tsx"));

/** Renders the token's story and, for the owner, the editor; renders nothing if neither applies. */
export function NarrativeSection({ drifterId }: { drifterId: string }) {
  const { address } = useWallet();
  const left = useLeftDraft();
  const query = useQuery(narrativeQueryOptions(drifterId));
  useEffect(() => void preloadStory().catch(() => undefined), []);
  const story = query.data?.narrative == null ? undefined : query.data;

  // A refetch before writing keeps the section mounted.
  if (!query.isFetched && isDrifterId(drifterId)) {
    return (
      <StorySection>
        <StorySkeleton />
      </StorySection>
    );
  }
  const asEverybodySees =
    story === undefined ? null : (
      <StorySection>
        <Story text={story.narrative} source={tokenPath(apiPaths.narrative, drifterId)} />
      </StorySection>
    );
  if (!address) {
    return (
      <>
        {asEverybodySees}
        {left?.drifterId === drifterId && wasInterrupted(left) && (
          <InterruptedText left={left} interruption="disconnected" />
        )}
      </>
    );
  }
  return (
    <ErrorBoundary fallback={asEverybodySees}>
      <OwnerNarrative drifterId={drifterId} story={story}>
        {asEverybodySees}
      </OwnerNarrative>
    </ErrorBoundary>
  );
}

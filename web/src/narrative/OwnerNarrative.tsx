import type { ReactNode } from "react";
import { useOwner } from "../drifter/useOwner.ts";
import { WalletScope } from "../wallet/WalletScope.tsx";
import type { Narrative } from "./narrativeApi.ts";
import { OwnedNarrative } from "./OwnedNarrative.tsx";
import { StorySection } from "./StorySection.tsx";

interface OwnerNarrativeProps {
  drifterId: string;
  story: Narrative | undefined;
  /** What somebody who does not own the drifter sees. */
  children: ReactNode;
}

/** The story as somebody with a wallet sees it: if they own the drifter, with the way to write it. */
export default function OwnerNarrative(props: OwnerNarrativeProps) {
  return (
    <WalletScope>
      <NarrativeForAccount {...props} />
    </WalletScope>
  );
}

function NarrativeForAccount({ drifterId, story, children }: OwnerNarrativeProps) {
  const owner = useOwner(drifterId);
  if (!owner) return children;
  return (
    <StorySection>
      <OwnedNarrative key={owner} drifterId={drifterId} owner={owner} story={story} />
    </StorySection>
  );
}

import type { ReactNode } from "react";
import { useConnection } from "wagmi";
import { WalletScope } from "../wallet/WalletScope.tsx";
import InterruptedText from "./InterruptedText.tsx";
import { useLeftDraft, wasInterrupted } from "./leftDraft.ts";
import type { Narrative } from "./narrativeApi.ts";
import { OwnedNarrative } from "./OwnedNarrative.tsx";
import { StorySection } from "./Story.tsx";
import { useOwner } from "./useOwner.ts";

interface OwnerNarrativeProps {
  drifterId: string;
  story: Narrative | undefined;
  /** Shown to visitors who do not own the token. */
  children: ReactNode;
}

/** Renders the story for visitors with a wallet; the token's owner can also write the story. */
export default function OwnerNarrative(props: OwnerNarrativeProps) {
  return (
    <WalletScope>
      <NarrativeForAccount {...props} />
    </WalletScope>
  );
}

function NarrativeForAccount({ drifterId, story, children }: OwnerNarrativeProps) {
  const ownership = useOwner(drifterId);
  const { address } = useConnection();
  const left = useLeftDraft();
  if (ownership.status !== "owned") {
    const interruption = left?.author === address ? ownership.status : "switched";
    return (
      <>
        {children}
        {left?.drifterId === drifterId && wasInterrupted(left) && interruption !== "loading" && (
          <InterruptedText left={left} interruption={interruption} />
        )}
      </>
    );
  }
  const { owner } = ownership;
  return (
    <StorySection>
      <OwnedNarrative key={owner} drifterId={drifterId} owner={owner} story={story} />
    </StorySection>
  );
}

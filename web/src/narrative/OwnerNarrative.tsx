import type { ReactNode } from "react";
import { useConnection } from "wagmi";
import { WalletScope } from "../wallet/WalletScope.tsx";
import LostText from "./LostText.tsx";
import { isLost, useLeftDraft } from "./leftDraft.ts";
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

/** Renders the story for visitors with a wallet; its owner can also write it. */
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
    const loss = left?.author === address ? ownership.status : "switched";
    return (
      <>
        {children}
        {left?.drifterId === drifterId && isLost(left) && loss !== "asking" && (
          <LostText left={left} loss={loss} />
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

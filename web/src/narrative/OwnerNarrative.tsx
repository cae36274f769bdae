import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Address } from "viem";
import { ActionLink } from "../components/ActionLink.tsx";
import { useOwner } from "../drifter/useOwner.ts";
import { WalletScope } from "../wallet/WalletScope.tsx";
import { NarrativeEditor } from "./NarrativeEditor.tsx";
import type { Narrative } from "./narrativeApi.ts";
import { Story } from "./Story.tsx";
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

interface OwnedNarrativeProps {
  drifterId: string;
  owner: Address;
  story: Narrative | undefined;
}

function OwnedNarrative({ drifterId, owner, story }: OwnedNarrativeProps) {
  const [isEditing, setIsEditing] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  const hasEdited = useRef(false);

  // Leaving the editor takes the keyboard's place away; give it back where it was.
  useEffect(() => {
    if (isEditing) hasEdited.current = true;
    else if (hasEdited.current) link.current?.focus();
  }, [isEditing]);

  if (isEditing) {
    return (
      <NarrativeEditor
        drifterId={drifterId}
        author={owner}
        narrative={story?.narrative ?? ""}
        onLeave={() => setIsEditing(false)}
      />
    );
  }
  const edit = () => setIsEditing(true);
  if (story === undefined) {
    return (
      <p className="invitation">
        As the owner of this Drifter, you can{" "}
        <ActionLink ref={link} onAction={edit}>
          write
        </ActionLink>{" "}
        their story.
      </p>
    );
  }
  return (
    <>
      <Story text={story.narrative} />
      <hr className="story-divider" />
      <p className="invitation">
        As the owner, you can{" "}
        <ActionLink ref={link} onAction={edit}>
          edit
        </ActionLink>{" "}
        this.
      </p>
      {story.isHidden && (
        <p className="notice notice--warning hidden-notice" role="status">
          Your story is kept, and the operator of this site hides it from readers.
        </p>
      )}
    </>
  );
}

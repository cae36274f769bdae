import { useEffect, useRef, useState } from "react";
import type { Address } from "viem";
import { ActionLink } from "../components/ActionLink.tsx";
import { NarrativeEditor } from "./NarrativeEditor.tsx";
import type { Narrative } from "./narrativeApi.ts";
import { Story } from "./Story.tsx";

interface OwnedNarrativeProps {
  drifterId: string;
  owner: Address;
  story: Narrative | undefined;
}

/** The story as its drifter's owner sees it: with the way to write it, or the editor. */
export function OwnedNarrative({ drifterId, owner, story }: OwnedNarrativeProps) {
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

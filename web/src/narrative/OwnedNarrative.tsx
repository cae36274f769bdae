import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Address } from "viem";
import { ActionLink } from "../components/ActionLink.tsx";
import { LeftNotice } from "./LeftNotice.tsx";
import { type LeftText, useLeftText } from "./leftText.ts";
import { NarrativeEditor } from "./NarrativeEditor.tsx";
import type { Narrative } from "./narrativeApi.ts";
import { Story } from "./Story.tsx";

interface OwnedNarrativeProps {
  drifterId: string;
  owner: Address;
  story: Narrative | undefined;
}

/** An open editor, and the text that it goes on with instead of the published story. */
interface Editing {
  continued: LeftText | undefined;
}

/** The story as its drifter's owner sees it: with the way to write it, or the editor. */
export function OwnedNarrative({ drifterId, owner, story }: OwnedNarrativeProps) {
  const leftHere = useLeftText();
  const left =
    leftHere?.drifterId === drifterId && leftHere.author === owner ? leftHere : undefined;
  const { state } = useLocation();
  const [editing, setEditing] = useState<Editing | undefined>(() =>
    left && state?.continueWriting ? { continued: left } : undefined,
  );
  const isEditing = editing !== undefined;
  const link = useRef<HTMLAnchorElement>(null);
  const hasEdited = useRef(false);

  // Leaving the editor takes the keyboard's place away; give it back where it was.
  useEffect(() => {
    if (isEditing) hasEdited.current = true;
    else if (hasEdited.current) link.current?.focus();
  }, [isEditing]);

  if (editing) {
    return (
      <NarrativeEditor
        drifterId={drifterId}
        author={owner}
        narrative={story?.narrative ?? ""}
        continued={editing.continued}
        onLeave={() => setEditing(undefined)}
      />
    );
  }
  const edit = () => setEditing({ continued: undefined });
  const isToldBelow = left?.fate === "published" && story?.isHidden;
  const notice = left && !isToldBelow && (
    <LeftNotice left={left} onContinue={() => setEditing({ continued: left })} />
  );
  if (story === undefined) {
    return (
      <>
        <p className="invitation">
          As the owner of this Drifter, you can{" "}
          <ActionLink ref={link} onAction={edit}>
            write
          </ActionLink>{" "}
          their story.
        </p>
        {notice}
      </>
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
      {notice}
      {story.isHidden && (
        <p className="notice notice--warning hidden-notice" role="status">
          Your story is kept, and the operator of this site hides it from readers.
        </p>
      )}
    </>
  );
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import type { Address } from "viem";
import { ActionLink } from "../components/ActionLink.tsx";
import { EditorEntrance } from "./EditorEntrance.tsx";
import { LeftNotice } from "./LeftNotice.tsx";
import { type ContinuedText, useLeftText } from "./leftText.ts";
import { NarrativeEditor } from "./NarrativeEditor.tsx";
import {
  conditionOf,
  type Narrative,
  type NoNarrative,
  narrativeQueryOptions,
  type SaveCondition,
} from "./narrativeApi.ts";
import { withRandomComment } from "./randomComment.ts";
import { offerRestore } from "./restore.ts";
import { Story } from "./Story.tsx";

interface OwnedNarrativeProps {
  drifterId: string;
  owner: Address;
  story: Narrative | undefined;
}

/** The editor, or the way to it; `continued` takes the place of the published story in it. */
type Editing = { continued: ContinuedText | undefined } & (
  | { status: "loading" | "failed" }
  | { status: "open"; narrative: string; condition: SaveCondition }
);

/** The story as its drifter's owner sees it: with the way to write it, or the editor. */
export function OwnedNarrative({ drifterId, owner, story }: OwnedNarrativeProps) {
  const leftHere = useLeftText();
  const left =
    leftHere?.drifterId === drifterId && leftHere.author === owner ? leftHere : undefined;
  const { state } = useLocation();
  const query = useQuery(narrativeQueryOptions(drifterId));
  const [editing, setEditing] = useState<Editing | undefined>(() =>
    left && state?.continueWriting ? enter(left, query) : undefined,
  );
  const isEditing = editing !== undefined;
  const link = useRef<HTMLAnchorElement>(null);
  const hasEdited = useRef(false);

  // Leaving the editor takes the keyboard's place away; give it back where it was.
  useEffect(() => {
    if (isEditing) hasEdited.current = true;
    else if (hasEdited.current) link.current?.focus();
  }, [isEditing]);

  // An editor that begins without the story would replace it.
  async function edit(continued?: ContinuedText) {
    if (query.isSuccess) return setEditing(enter(continued, query));
    setEditing({ status: "loading", continued });
    const asked = await query.refetch();
    setEditing((now) => now && enter(continued, asked));
  }

  const restore = useEffectEvent((old: string) =>
    edit({ text: withRandomComment(old), signed: undefined, isRestored: true }),
  );
  useEffect(() => {
    if (!isEditing) return offerRestore(drifterId, (old) => void restore(old));
  }, [isEditing, drifterId]);

  if (editing && editing.status !== "open") {
    return (
      <EditorEntrance
        status={editing.status}
        onRetry={() => edit(editing.continued)}
        onLeave={() => setEditing(undefined)}
      />
    );
  }
  if (editing) {
    return (
      <NarrativeEditor
        drifterId={drifterId}
        author={owner}
        narrative={editing.narrative}
        condition={editing.condition}
        continued={editing.continued}
        onLeave={() => setEditing(undefined)}
      />
    );
  }
  const isHidden = query.data?.isHidden ?? story?.isHidden;
  const isToldBelow = left?.fate === "published" && isHidden;
  const notice = left && !isToldBelow && <LeftNotice left={left} onContinue={() => edit(left)} />;
  if (story === undefined) {
    return (
      <>
        <p className="invitation">
          As the owner of this Drifter, you can{" "}
          <ActionLink ref={link} onAction={() => edit()}>
            write
          </ActionLink>{" "}
          their story.
        </p>
        {notice}
        {isHidden && <HiddenNotice />}
      </>
    );
  }
  return (
    <>
      <Story text={story.narrative} />
      <hr className="story-divider" />
      <p className="invitation">
        As the owner, you can{" "}
        <ActionLink ref={link} onAction={() => edit()}>
          edit
        </ActionLink>{" "}
        this.
      </p>
      {notice}
      {isHidden && <HiddenNotice />}
    </>
  );
}

function HiddenNotice() {
  return (
    <p className="notice notice--warning hidden-notice" role="status">
      Your story is kept, and the operator of this site hides it from readers.
    </p>
  );
}

/** What is entered, given what the page knows of the published story. */
function enter(
  continued: ContinuedText | undefined,
  { isSuccess, data }: { isSuccess: boolean; data: Narrative | NoNarrative | undefined },
): Editing {
  if (!isSuccess || data === undefined) return { status: "failed", continued };
  return {
    status: "open",
    continued,
    narrative: data.narrative ?? "",
    condition: conditionOf(data),
  };
}

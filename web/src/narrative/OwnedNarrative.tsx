import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Address } from "viem";
import { Noun } from "#protocol/values/noun";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import { ActionLink } from "../components/ActionLink.tsx";
import { Button } from "../components/Button.tsx";
import { Notice } from "../components/Notice.tsx";
import { type FocusState, useFocusRules } from "../page/focusRules.ts";
import { writeHash } from "../tokens/tokenLinks.ts";
import { type Draft, restoreDraft } from "./draft.ts";
import { canContinue, type LeftDraft, useLeftDraft } from "./leftDraft.ts";
import { leftDraftMessage } from "./messages.ts";
import { NarrativeEditor } from "./NarrativeEditor.tsx";
import { type Narrative, type NoNarrative, narrativeQueryOptions } from "./narrativeApi.ts";
import { offerRestore } from "./restore.ts";
import { ShareStory } from "./ShareStory.tsx";
import { Story, StorySkeleton } from "./Story.tsx";
import { type SaveCondition, toSaveCondition } from "./saveNarrative.ts";
import { toUnixLineEnds } from "./storyText.ts";

interface OwnedNarrativeProps {
  drifterId: string;
  owner: Address;
  story: Narrative | undefined;
}

/** The editor's state; `continued` is an initial draft that replaces the published story. */
type Editing = { continued: Draft | undefined } & (
  | { status: "loading" | "failed" }
  | { status: "open"; narrative: string; condition: SaveCondition }
);

/** Renders the story as its owner sees it: with an edit link, or in the editor. */
export function OwnedNarrative({ drifterId, owner, story }: OwnedNarrativeProps) {
  const leftHere = useLeftDraft();
  const left =
    leftHere?.drifterId === drifterId && leftHere.author === owner ? leftHere : undefined;
  const { hash } = useLocation();
  const navigate = useNavigate();
  const end = useRef<HTMLDivElement>(null);
  const query = useQuery(narrativeQueryOptions(drifterId));
  const initialEditing = hash === writeHash && { continued: left };
  const { editing, edit, close } = useEditing(drifterId, query, initialEditing);
  useFocusRules(toFocusState(editing), "reading");
  const open = useEffectEvent(() => editing === undefined && edit());
  useEffect(() => {
    if (hash === writeHash) open();
  }, [hash]);

  function showStart(isEditor = false) {
    const section = end.current?.parentElement;
    if (section && (isEditor || section.getBoundingClientRect().top < 0)) section.scrollIntoView();
  }
  const isOpen = editing?.status === "open";
  const showEditor = useEffectEvent(() => showStart(true));
  // From the drafts above the text, which has just taken the focus, to the buttons below it.
  useEffect(() => {
    if (isOpen) showEditor();
  }, [isOpen]);

  /** Scrolls to the start of the story, and resets the URL so that the next visit does not open the editor. */
  function leave() {
    showStart();
    if (hash) navigate({ hash: "" }, { replace: true });
    close();
  }

  return (
    <>
      {!editing && story && (
        <Story text={story.narrative} source={tokenPath(apiPaths.narrative, drifterId)} />
      )}
      {editing?.status === "open" && (
        <NarrativeEditor
          drifterId={drifterId}
          author={owner}
          narrative={editing.narrative}
          condition={editing.condition}
          continued={editing.continued}
          onLeave={leave}
        />
      )}
      {editing && editing.status !== "open" && (
        <EditorEntrance
          status={editing.status}
          onRetry={() => edit(editing.continued)}
          onLeave={leave}
        />
      )}
      <div ref={end} className={editing ? undefined : "narrative__end"}>
        {!editing && story && <hr className="story-divider" />}
        {!editing && (
          <p className="soft">
            {story ? "As the owner, you can" : `As the owner of this ${Noun}, you can`}{" "}
            <ActionLink focusTarget="edit" onAction={() => edit()}>
              {story ? "edit" : "write"}
            </ActionLink>{" "}
            {story ? "this." : "their story."}
          </p>
        )}
        {/* Rendered before its text, so that screen readers announce it. */}
        <div role="status">
          {!editing && (
            <Outcome
              left={left}
              isHidden={query.data?.isHidden ?? story?.isHidden ?? false}
              onContinue={() => edit(left)}
            />
          )}
        </div>
        {!editing && left?.outcome === "published" && (
          <p className="row">
            <ShareStory drifterId={drifterId} />
          </p>
        )}
      </div>
    </>
  );
}

/** Opens the editor: initially with `initialEditing`, later with a draft or a restored version. */
function useEditing(
  drifterId: string,
  query: UseQueryResult<Narrative | NoNarrative>,
  initialEditing: { continued: Draft | undefined } | false,
) {
  const [editing, setEditing] = useState<Editing | undefined>(() =>
    initialEditing ? enter(initialEditing.continued, query) : undefined,
  );

  // Without the current story, the editor's save would overwrite it.
  async function edit(continued?: Draft) {
    if (query.isSuccess) return setEditing(enter(continued, query));
    setEditing({ status: "loading", continued });
    const result = await query.refetch();
    setEditing((now) => now && enter(continued, result));
  }

  const isEditing = editing !== undefined;
  const restore = useEffectEvent((old: string) =>
    edit(restoreDraft(drifterId, toUnixLineEnds(old))),
  );
  useEffect(() => {
    return isEditing ? undefined : offerRestore(drifterId, (old) => void restore(old));
  }, [isEditing, drifterId]);
  return { editing, edit, close: () => setEditing(undefined) };
}

interface OutcomeProps {
  left: LeftDraft | undefined;
  isHidden: boolean;
  onContinue: () => void;
}

/** Renders the last edit's outcome, and offers to continue a saved draft. */
function Outcome({ left, isHidden, onContinue }: OutcomeProps) {
  const isShownBelow = left?.outcome === "published" && isHidden;
  return (
    <>
      {left && !isShownBelow && (
        <Notice tone={typeof left.outcome === "object" ? "alert" : "calm"} role="none">
          {leftDraftMessage(left)}{" "}
          {canContinue(left) && <ActionLink onAction={onContinue}>Continue writing</ActionLink>}
        </Notice>
      )}
      {isHidden && (
        <Notice tone="warning">
          Your story is saved, but the operator of this site hides it from readers.
        </Notice>
      )}
    </>
  );
}

/** Returns the editor's state after the published story was fetched. */
function enter(
  continued: Draft | undefined,
  { isSuccess, data }: { isSuccess: boolean; data: Narrative | NoNarrative | undefined },
): Editing {
  if (!isSuccess || data === undefined) return { status: "failed", continued };
  return {
    status: "open",
    continued,
    narrative: toUnixLineEnds(data.narrative ?? ""),
    condition: toSaveCondition(data),
  };
}

function toFocusState(editing: Editing | undefined): FocusState {
  if (editing === undefined) return "reading";
  if (editing.status === "open") return "writing";
  return editing.status === "loading" ? "loading" : "not loaded";
}

interface EditorEntranceProps {
  status: "loading" | "failed";
  onRetry: () => void;
  onLeave: () => void;
}

/** Renders a placeholder until the editor's initial story has loaded. */
function EditorEntrance({ status, onRetry, onLeave }: EditorEntranceProps) {
  if (status === "loading") return <StorySkeleton />;
  return (
    <Notice tone="alert">
      <p>The current story couldn't be loaded.</p>
      <div className="notice__actions">
        <Button isSmall data-focus-target="retry" onClick={onRetry}>
          Try again
        </Button>
        <ActionLink onAction={onLeave}>Cancel</ActionLink>
      </div>
    </Notice>
  );
}

import { useEffect, useMemo, useReducer, useState } from "react";
import { isStoragePersistent } from "../page/storage.ts";
import {
  changeDraft,
  type Draft,
  isRemoval,
  leaveDraft,
  requireMessage,
  type SavedDraft,
  startDraft,
} from "./draft.ts";
import { draftStore } from "./draftStore.ts";
import { leftDraft, setLeftDraft } from "./leftDraft.ts";
import { randomComment, randomCommentOf, withoutRandomComment } from "./storyText.ts";
import { type Saving, useSaving } from "./useSaving.ts";

export interface Writing extends Saving {
  /** The published story at the beginning; empty when there is none. */
  narrative: string;
  /** A draft that was left before and is continued. */
  continued?: Draft | undefined;
}

export type Publishing = ReturnType<typeof useDraft>;

/** The way of a text from the textarea over the wallet to the service. */
export function useDraft({ narrative: published, continued, ...story }: Writing) {
  const { drifterId, author } = story;
  const narrative = withoutRandomComment(published);
  const drafts = useMemo(() => draftStore(drifterId, author), [drifterId, author]);
  const [draft, dispatch] = useReducer(changeDraft, undefined, () => {
    const removal = narrative === "" ? undefined : (continued?.removal ?? randomComment());
    const comment = randomCommentOf(published);
    const started = { ...startDraft({ drifterId, text: narrative }), ...(comment && { comment }) };
    const begun = { ...(continued ?? started), removal };
    return continued ? changeDraft(begun, { type: "textChanged", text: begun.text }) : begun;
  });
  const [savedDrafts] = useState(() =>
    drafts.read(narrative).filter(({ text }) => text !== continued?.text),
  );
  const [isSaved, setIsSaved] = useState(isStoragePersistent);
  const [savedAt, setSavedAt] = useState<Date>();
  const { signing, saving, progress, newer } = useSaving(story);
  useAskBeforeClosing(!isSaved && draft.text !== narrative);

  return {
    draft,
    /** The drafts that can be continued, as the editor was opened. */
    savedDrafts,
    progress,
    newer,
    /** Whether the browser keeps the text as it was last typed. */
    isSaved,
    /** When the browser last stored what was typed; undefined before. */
    savedAt,
    changeText(text: string) {
      dispatch({ type: "textChanged", text });
      const isStored = drafts.keep({ ...draft, text }, narrative);
      setIsSaved(isStored);
      setSavedAt(isStored ? new Date() : undefined);
    },
    continueDraft: (saved: SavedDraft) => dispatch({ type: "continued", draft: saved }),
    discardDraft({ text }: SavedDraft) {
      drafts.discard(text);
      // If the editor shows the same text, its draft is stored again.
      if (draft.text === text) drafts.keep(draft, narrative);
    },
    /** Empties the text; what was typed stays a draft. */
    empty: () => dispatch({ type: "emptied" }),
    undoReplacement: () => dispatch({ type: "replacementUndone" }),
    sign() {
      saving.reset();
      signing.mutate(requireMessage(draft), {
        onSuccess: (signature) => dispatch({ type: "signed", ...signature }),
      });
    },
    discardSignature() {
      saving.reset();
      dispatch({ type: "signatureDiscarded" });
    },
    /** Reports what happened to the text, unless it is the published story or was reported already. */
    leave(end: "cancelled" | "taken") {
      const { isSaving } = progress;
      // An unsaved removal is left as the text before it, in which the words are.
      const written = isRemoval(draft) && !isSaving && draft.replaced ? draft.replaced : draft;
      const left = leaveDraft(written, narrative, { isCancelled: end === "cancelled", isSaving });
      if (!left || [draft.id, left.id].includes(leftDraft()?.id ?? "")) return;
      setLeftDraft({ ...left, author, outcome: isSaving ? "publishing" : end });
    },
    /** Calls `onSaved` if the editor is still there when the service has accepted the story. */
    save(onSaved: () => void) {
      const { signed } = draft;
      if (signed) saving.mutate({ draft, signed }, { onSuccess: onSaved });
    },
  };
}

/** Makes the browser ask before it closes the page, while leaving would lose the text. */
function useAskBeforeClosing(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}

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
import { findRandomComment, randomComment, withoutRandomComment } from "./storyText.ts";
import { type Saving, useSaving } from "./useSaving.ts";

export interface Writing extends Saving {
  /** The published story when the editor opened; empty if there was none. */
  narrative: string;
  /** An earlier draft to continue. */
  continued?: Draft | undefined;
}

export type Publishing = ReturnType<typeof useDraft>;

/** Takes a text from the textarea through the wallet to the service. */
export function useDraft({ narrative: published, continued, ...story }: Writing) {
  const { drifterId, author } = story;
  const narrative = withoutRandomComment(published);
  const drafts = useMemo(() => draftStore(drifterId, author), [drifterId, author]);
  const [draft, dispatch] = useReducer(changeDraft, undefined, () => {
    const removal = narrative === "" ? undefined : (continued?.removal ?? randomComment());
    const comment = findRandomComment(published);
    const started = { ...startDraft({ drifterId, text: narrative }), ...(comment && { comment }) };
    const initial = { ...(continued ?? started), removal };
    return continued ? changeDraft(initial, { type: "textChanged", text: initial.text }) : initial;
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
    /** Drafts that can be continued, read when the editor opened. */
    savedDrafts,
    progress,
    newer,
    /** Whether the browser has stored the current text. */
    isSaved,
    /** Time at which the browser last stored the text; undefined before. */
    savedAt,
    changeText(text: string) {
      dispatch({ type: "textChanged", text });
      const isStored = drafts.keep({ ...draft, text }, narrative);
      setIsSaved(isStored);
      // The published story is not a draft.
      setSavedAt(isStored && text !== narrative ? new Date() : undefined);
    },
    continueDraft: (saved: SavedDraft) => dispatch({ type: "continued", draft: saved }),
    discardDraft({ text }: SavedDraft) {
      drafts.discard(text);
      // If the editor shows the same text, its draft is stored again.
      if (draft.text === text) drafts.keep(draft, narrative);
    },
    /** Empties the text; the typed text remains a draft. */
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
    /** Reports the text's outcome, unless it is the published story or was already reported. */
    leave(end: "cancelled" | "taken") {
      const { isSaving } = progress;
      // An unsaved removal is left as the previous text, which contains the writing.
      const written = isRemoval(draft) && !isSaving && draft.replaced ? draft.replaced : draft;
      const left = leaveDraft(written, narrative, { isCancelled: end === "cancelled", isSaving });
      if (!left || [draft.id, left.id].includes(leftDraft()?.id ?? "")) return;
      setLeftDraft({ ...left, author, outcome: isSaving ? "publishing" : end });
    },
    /** Saves the story; calls `onSaved` if the editor is still mounted when the service accepts it. */
    save(onSaved: () => void) {
      const { signed } = draft;
      if (signed) saving.mutate({ draft, signed }, { onSuccess: onSaved });
    },
  };
}

/** Makes the browser confirm before it closes the page, while leaving would lose the text. */
function useAskBeforeClosing(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}

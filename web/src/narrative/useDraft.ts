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
import { findRandomComment, randomComment, stripRandomComment } from "./storyText.ts";
import { type Saving, useSaving } from "./useSaving.ts";

export interface Writing extends Saving {
  /** The published story when the editor opened; empty without a story. */
  narrative: string;
  /** An earlier draft to continue. */
  continued?: Draft | undefined;
}

export type Publishing = ReturnType<typeof useDraft>;

/** Manages a draft from typing through signing to saving. */
export function useDraft({ narrative: published, continued, ...story }: Writing) {
  const { drifterId, author } = story;
  const narrative = stripRandomComment(published);
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

  function sign() {
    saving.reset();
    signing.mutate(requireMessage(draft), {
      onSuccess: (signature) => dispatch({ type: "signed", ...signature }),
    });
  }

  return {
    draft,
    /** Drafts that the writer can continue, read when the editor opened. */
    savedDrafts,
    progress,
    newer,
    /** Whether the browser has stored the current draft. */
    isSaved,
    /** Time at which the browser last stored the draft; undefined before the first time. */
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
      // Stores the draft again if the editor shows the same text.
      if (draft.text === text) drafts.keep(draft, narrative);
    },
    /** Clears the editor; the typed text remains a draft. */
    empty: () => dispatch({ type: "emptied" }),
    undoReplacement: () => dispatch({ type: "replacementUndone" }),
    sign,
    /** Discards the signature of an earlier text, and requests one for the current text. */
    signAgain() {
      dispatch({ type: "signatureDiscarded" });
      sign();
    },
    /** Reports the draft's outcome, unless the draft equals the published story or was already reported. */
    leave(end: "cancelled" | "taken") {
      const { isSaving } = progress;
      // An unsaved removal is reported as the previous draft, which contains the text.
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

/** Makes the browser ask before closing the page while leaving would discard the text. */
function useAskBeforeClosing(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [wouldLose]);
}

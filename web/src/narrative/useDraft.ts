import { useMemo, useReducer, useState } from "react";
import { isStory } from "#protocol/narrative";
import { isStorageKept } from "../page/storage.ts";
import {
  changeDraft,
  type Draft,
  type DraftChange,
  type KeptDraft,
  leaveDraft,
  requireMessage,
  startDraft,
} from "./draft.ts";
import { draftStore } from "./draftStore.ts";
import { leftDraft, setLeftDraft } from "./leftDraft.ts";
import { withRandomComment } from "./storyText.ts";
import { type Saving, useSaving } from "./useSaving.ts";

interface Writing extends Saving {
  /** The published story at the beginning; empty when there is none. */
  narrative: string;
  /** A draft that was left before and is continued. */
  continued: Draft | undefined;
}

/** The way of a text from the textarea over the wallet to the service. */
export function useDraft({ narrative, continued, ...story }: Writing) {
  const { drifterId, author } = story;
  const drafts = useMemo(() => draftStore(drifterId, author), [drifterId, author]);
  const [draft, dispatch] = useReducer(
    changeDraft,
    undefined,
    () => continued ?? startDraft({ drifterId, text: narrative }),
  );
  const [kept] = useState(() =>
    drafts.read(narrative).filter(({ text }) => text !== continued?.text),
  );
  const [isKept, setIsKept] = useState(isStorageKept);
  const { signing, saving, progress, newer } = useSaving(story);
  const isRemoval = narrative !== "" && !isStory(draft.text);

  function changeText(text: string): Draft {
    const change: DraftChange = { type: "textChanged", text };
    const changed = changeDraft(draft, change);
    dispatch(change);
    setIsKept(drafts.keep(changed, narrative));
    return changed;
  }

  return {
    draft,
    /** Whether the text, once saved, removes the story. */
    isRemoval,
    /** The drafts that can be continued, as the editor was opened. */
    kept,
    progress,
    newer,
    /** Whether the browser keeps the text as it was last typed. */
    isKept,
    changeText,
    continueDraft: (kept: KeptDraft) => dispatch({ type: "continued", draft: kept }),
    discardDraft({ text }: KeptDraft) {
      drafts.discard(text);
      // If the editor shows the same text, its draft is stored again.
      if (draft.text === text) drafts.keep(draft, narrative);
    },
    /** Empties the text; what was typed stays a draft. */
    empty: () => dispatch({ type: "emptied" }),
    undoReplacement: () => dispatch({ type: "replacementUndone" }),
    /** Signs the text. One that removes the story gets a random comment, which makes it unique. */
    sign() {
      saving.reset();
      const signed = isRemoval ? changeText(withRandomComment(draft.text).trim()) : draft;
      signing.mutate(requireMessage(signed), {
        onSuccess: (signature) => dispatch({ type: "signed", ...signature }),
        onError: () => dispatch({ type: "signingFailed" }),
      });
    },
    discardSignature() {
      saving.reset();
      dispatch({ type: "signatureDiscarded" });
    },
    /** Reports what happened to the text, unless it is the published story or was reported already. */
    leave(fate: "cancelled" | "taken") {
      const { isSaving } = progress;
      const left = leaveDraft(draft, narrative, { isCancelled: fate === "cancelled", isSaving });
      if (!left || leftDraft()?.id === left.id) return;
      setLeftDraft({ ...left, author, fate: isSaving ? "publishing" : fate });
    },
    /** Calls `onSaved` if the editor is still there when the service has accepted the story. */
    save(onSaved: () => void) {
      const { signed } = draft;
      if (signed) saving.mutate({ draft, signed }, { onSuccess: onSaved });
    },
  };
}

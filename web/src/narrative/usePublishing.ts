import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useReducer, useState } from "react";
import type { Address } from "viem";
import { useConfig } from "wagmi";
import { isStory } from "#protocol/isStory";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { isStorageKept } from "../storage.ts";
import { signText } from "../wallet/signText.ts";
import {
  changeDraft,
  type Draft,
  type DraftChange,
  isSignatureStale,
  keepDraft,
  requireMessage,
  resumeDraft,
  startDraft,
} from "./draft.ts";
import type { DraftList } from "./draftList.ts";
import { type ContinuedText, leftText, setLeftText } from "./leftText.ts";
import {
  conditionOf,
  type Narrative,
  type NoNarrative,
  narrativeQueryOptions,
  type SaveCondition,
  saveNarrative,
  storyListQueryOptions,
} from "./narrativeApi.ts";
import { withRandomComment } from "./randomComment.ts";
import { Refusal } from "./refusal.ts";
import { describeSaveFailure } from "./saveFailure.ts";

interface Publishing {
  drifterId: string;
  author: Address;
  /** The published story at the beginning; empty when there is none. */
  narrative: string;
  /** By which a save replaces that story and no other. */
  condition: SaveCondition;
  drafts: DraftList;
  /** A text that was left before and is continued. */
  continued: ContinuedText | undefined;
}

/** The way of a text from the textarea over the wallet to the service. */
export function usePublishing({
  drifterId,
  author,
  narrative,
  condition,
  drafts,
  continued,
}: Publishing) {
  const [draft, dispatch] = useReducer(changeDraft, undefined, () =>
    continued ? resumeDraft(drifterId, continued) : startDraft({ drifterId, text: narrative }),
  );
  const [isKept, setIsKept] = useState(isStorageKept);
  const [newer, setNewer] = useState<Narrative | NoNarrative>();
  const queryClient = useQueryClient();
  const config = useConfig();

  const signing = useMutation({
    mutationFn: async (unsigned: Pick<Draft, "message">) => {
      const message = requireMessage(unsigned);
      return { message, signature: await signText(config, author, message) };
    },
    onSuccess: (signed) => dispatch({ type: "signed", ...signed }),
    onError: () => dispatch({ type: "signingFailed" }),
  });

  async function readNewer() {
    const newest = await queryClient.fetchQuery(narrativeQueryOptions(drifterId)).catch(() => null);
    if (newest) setNewer(newest);
  }

  const saving = useMutation({
    mutationFn: (request: NarrativeSaveRequest) =>
      saveNarrative(request, newer ? conditionOf(newer) : condition),
    onSuccess: (saved, request) => {
      queryClient.setQueryData(narrativeQueryOptions(drifterId).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: storyListQueryOptions().queryKey });
      drafts.removeText(request.narrative);
      const left = leftText();
      if (left && left.text !== request.narrative) return;
      const { narrative: text } = request;
      const fate = saved.narrative === null ? "removed" : "published";
      setLeftText({ drifterId, author, text, signed: undefined, fate });
    },
    async onError(error, request) {
      console.error("Error saving narrative:", error);
      if (error instanceof Refusal && error.is("revision.mismatch")) await readNewer();
      const left = leftText();
      if (left?.fate !== "publishing" || left.text !== request.narrative) return;
      setLeftText({ ...left, fate: { refusal: describeSaveFailure(error) } });
    },
  });

  function changeText(text: string): Draft {
    const change: DraftChange = { type: "textChanged", text };
    const changed = changeDraft(draft, change);
    dispatch(change);
    setIsKept(keepDraft(drafts, changed, narrative));
    return changed;
  }

  return {
    draft,
    isSigning: signing.isPending,
    isSaving: saving.isPending,
    signingError: signing.error,
    savingError: saving.error,
    /** A version that was published since the beginning, and would be replaced. */
    newer,
    /** Whether the browser keeps the text as it was last typed. */
    isKept,
    changeText,
    continueDraft: (text: string) => dispatch({ type: "continued", text }),
    discardDraft(text: string) {
      drafts.removeText(text);
      // If the editor shows the same text, its draft is stored again.
      if (draft.text === text) keepDraft(drafts, draft, narrative);
    },
    undoContinuation: () => dispatch({ type: "continuationUndone" }),
    /** Signs the text. One that removes the story gets a random comment, as with **Remove story**. */
    sign() {
      saving.reset();
      const isRemoval = narrative !== "" && !isStory(draft.text);
      signing.mutate(isRemoval ? changeText(withRandomComment(draft.text).trim()) : draft);
    },
    discardSignature() {
      saving.reset();
      dispatch({ type: "signatureDiscarded" });
    },
    /** Reports what happened to the text, unless it is the published story or was reported already. */
    leave(fate: "cancelled" | "taken") {
      const { text } = draft;
      if (!draft.message || text === narrative || leftText()?.text === text) return;
      // An unchanged old version is still in the history.
      if (continued?.isRestored && text === continued.text && !saving.isPending) return;
      const signed = fate === "cancelled" || isSignatureStale(draft) ? undefined : draft.signed;
      setLeftText({
        drifterId,
        author,
        text,
        signed,
        fate: saving.isPending ? "publishing" : fate,
      });
    },
    /** Calls `onSaved` if the editor is still there when the service has accepted the story. */
    save(onSaved: () => void) {
      if (!draft.signed) return;
      const request: NarrativeSaveRequest = {
        drifterId,
        narrative: draft.text,
        signedMessage: draft.signed.message,
        signature: draft.signed.signature,
      };
      saving.mutate(request, { onSuccess: onSaved });
    },
  };
}

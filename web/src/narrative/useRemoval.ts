import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Address } from "viem";
import { useConfig } from "wagmi";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { signText } from "../wallet/signText.ts";
import { setLeftText } from "./leftText.ts";
import {
  conditionOf,
  type Narrative,
  type NoNarrative,
  narrativeQueryOptions,
  type SaveCondition,
  saveNarrative,
  storyListQueryOptions,
} from "./narrativeApi.ts";
import { randomComment } from "./randomComment.ts";
import { Refusal } from "./refusal.ts";

export interface Removal {
  drifterId: string;
  author: Address;
  /** Precondition, with which the removal replaces only the loaded version. */
  condition: SaveCondition;
  /** The editor's text, which remains a draft. */
  draftText: string;
  onRemoved: () => void;
}

/** State and actions of removing a story: a comment is signed and published in its place. */
export function useRemoval({ drifterId, author, condition, draftText, onRemoved }: Removal) {
  const [narrative] = useState(randomComment);
  const [newer, setNewer] = useState<Narrative | NoNarrative>();
  const queryClient = useQueryClient();
  const config = useConfig();
  const { queryKey } = narrativeQueryOptions(drifterId);

  const signing = useMutation({
    mutationFn: async (): Promise<NarrativeSaveRequest> => {
      const signedMessage = narrativeMessage(drifterId, narrative);
      const signature = await signText(config, author, signedMessage);
      return { drifterId, narrative, signedMessage, signature };
    },
  });

  const saving = useMutation({
    mutationFn: (request: NarrativeSaveRequest) =>
      saveNarrative(request, newer ? conditionOf(newer) : condition),
    onSuccess(saved) {
      queryClient.setQueryData(queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: storyListQueryOptions().queryKey });
      setLeftText({ drifterId, author, text: draftText, signed: undefined, fate: "removed" });
    },
    async onError(error) {
      console.error("Error removing narrative:", error);
      if (!(error instanceof Refusal) || error.code !== "revision.mismatch") return;
      const reading = queryClient.fetchQuery(narrativeQueryOptions(drifterId));
      const newest = await reading.catch(() => undefined);
      if (newest) setNewer(newest);
    },
  });

  return {
    isSigning: signing.isPending,
    isSaving: saving.isPending,
    signingError: signing.error,
    savingError: saving.error,
    /** A version that was published since the editor opened, and would be removed. */
    newer,
    /** Signs once and publishes the result; a signature that arrives after the writer has left is dropped. */
    remove() {
      const publish = (request: NarrativeSaveRequest) =>
        saving.mutate(request, { onSuccess: onRemoved });
      if (signing.data) publish(signing.data);
      else signing.mutate(undefined, { onSuccess: publish });
    },
  };
}

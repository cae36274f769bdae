import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Address } from "viem";
import { useConfig } from "wagmi";
import { ServiceError } from "../service/readJson.ts";
import { signText } from "../wallet/signText.ts";
import { type Draft, type DraftSignature, signedText } from "./draft.ts";
import { draftStore } from "./draftStore.ts";
import { leftDraft, setLeftDraft } from "./leftDraft.ts";
import {
  type Narrative,
  type NoNarrative,
  narrativeQueryOptions,
  storyListQueryOptions,
} from "./narrativeApi.ts";
import {
  describeSaveFailure,
  type SaveCondition,
  saveNarrative,
  toSaveCondition,
} from "./saveNarrative.ts";

export interface Saving {
  drifterId: string;
  author: Address;
  /** Precondition, so that a save replaces only the loaded version. */
  condition: SaveCondition;
}

interface Save {
  draft: Draft;
  signed: DraftSignature;
}

export type SaveProgress = ReturnType<typeof useSaving>["progress"];

/** Signs a text in the wallet and saves it; reports the draft's outcome even after the writer has left. */
export function useSaving({ drifterId, author, condition }: Saving) {
  const [newer, setNewer] = useState<Narrative | NoNarrative>();
  const queryClient = useQueryClient();
  const config = useConfig();

  const signing = useMutation({
    mutationFn: async (message: string): Promise<DraftSignature> => ({
      message,
      signature: await signText(config, author, message),
    }),
  });

  const saving = useMutation({
    mutationFn({ draft, signed: { message: signedMessage, signature } }: Save) {
      const request = { drifterId, narrative: signedText(draft), signedMessage, signature };
      return saveNarrative(request, newer ? toSaveCondition(newer) : condition);
    },
    onSuccess(saved, { draft }) {
      queryClient.setQueryData(narrativeQueryOptions(drifterId).queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: storyListQueryOptions().queryKey });
      draftStore(drifterId, author).deletePublished(draft);
      const left = leftDraft();
      if (left && left.id !== draft.id) return;
      const outcome = saved.narrative === null ? "removed" : "published";
      setLeftDraft({ ...draft, signed: undefined, author, outcome });
    },
    async onError(error, { draft }) {
      console.error("Error saving narrative:", error);
      if (error instanceof ServiceError && error.is("revision.mismatch")) {
        const newestOptions = { ...narrativeQueryOptions(drifterId), staleTime: 0 };
        const reading = queryClient.fetchQuery(newestOptions);
        const newest = await reading.catch(() => undefined);
        if (newest) setNewer(newest);
      }
      const left = leftDraft();
      if (left?.outcome !== "publishing" || left.id !== draft.id) return;
      setLeftDraft({ ...left, outcome: { failure: describeSaveFailure(error) } });
    },
  });

  const progress = {
    isSigning: signing.isPending,
    isSaving: saving.isPending,
    signingError: signing.error,
    savingError: saving.error,
  };
  /** `newer` was published after the editor opened; saving would replace it. */
  return { signing, saving, progress, newer };
}

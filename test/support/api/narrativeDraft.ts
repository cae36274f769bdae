import { getAddress } from "viem";
import { narrativeHash, narrativeMessage } from "#protocol/stories/narrativeMessage";
import { ApiError } from "../../../api/src/base/apiError.ts";
import type { NarrativeDraft } from "../../../api/src/narratives/store.ts";

/** Returns a story to save in the store, each text signed by a different author at a different block. */
export function draft(drifterId: string, narrative: string): NarrativeDraft {
  const hash = narrativeHash(narrative);
  return {
    drifterId,
    narrative,
    signedMessage: narrativeMessage(drifterId, narrative),
    signature: `0x${hash}`,
    author: getAddress(`0x${hash.slice(24)}`),
    blockNumber: 4 + narrative.length,
    chainId: 31_337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  };
}

/** Returns the code of the `ApiError` that rejects a promise, or its result. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => "no error",
    (error) => error,
  );
  return error instanceof ApiError ? error.code : error;
}

import { narrativeMessage } from "#protocol/narrativeMessage";
import { ApiError } from "../../../api/src/http/problem.ts";
import type { NarrativeDraft } from "../../../api/src/narratives/store.ts";

/** A story to save in the store. */
export function draft(drifterId: string, narrative: string): NarrativeDraft {
  return {
    drifterId,
    narrative,
    signedMessage: narrativeMessage(drifterId, narrative),
    signature: "0x01",
    author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
    blockNumber: 4,
    chainId: 31_337,
    contract: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
  };
}

/** The code of the `ApiError` that rejects a promise; any other result unchanged. */
export async function codeOf(promise: Promise<unknown>): Promise<unknown> {
  const error = await promise.then(
    () => "no error",
    (error) => error,
  );
  return error instanceof ApiError ? error.code : error;
}

import { queryOptions } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { NarrativeRecord } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { refusalFrom } from "../refusal.ts";

// A template matches each of its parts as a whole.
const hex = z.templateLiteral(["0x", z.string().check(z.regex(/[0-9a-fA-F]*/))]);
const address = z.templateLiteral(["0x", z.string().check(z.regex(/[0-9a-fA-F]{40}/))]);

const receiptSchema = z.object({
  drifterId: z.string(),
  narrative: z.string(),
  signedMessage: z.string(),
  signature: hex,
  author: address,
  savedAt: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  blockNumber: z.int().check(z.minimum(0)),
  chainId: z.int(),
  contract: address,
  revision: z.int(),
}) satisfies z.ZodMiniType<NarrativeRecord>;

/** Query for all revisions of a drifter's story, newest first; refetched when there is a newer one. */
export function historyQueryOptions(drifterId: string, revision: number) {
  return queryOptions({
    queryKey: ["history", drifterId, revision],
    queryFn: async ({ signal }) => {
      const response = await fetch(drifterPath(apiPaths.history, drifterId), { signal });
      if (response.status === 404) return [];
      if (!response.ok) throw await refusalFrom(response);
      return readHistory(await response.json(), drifterId);
    },
  });
}

/**
 * Parses a history response into receipts, newest first.
 *
 * @throws when one of them is invalid or another drifter's.
 */
export function readHistory(json: unknown, drifterId: string): NarrativeRecord[] {
  const receipts = z.array(receiptSchema).parse(json);
  if (receipts.some((receipt) => receipt.drifterId !== drifterId)) {
    throw new Error(`The history of drifter ${drifterId} holds another drifter's receipts.`);
  }
  return receipts.toSorted((a, b) => b.revision - a.revision);
}

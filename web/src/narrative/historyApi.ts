import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { noun, tokenTitle } from "#protocol/values/noun";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { SignedRevision } from "#protocol/wire/responses";
import { hexSchema } from "../page/hexSchema.ts";
import { readListJson, readProblem } from "../service/readJson.ts";
import { originSchema } from "./narrativeApi.ts";

const hex = hexSchema(/^0x[0-9a-fA-F]*$/);

const signedRevisionSchema = v.object({
  drifterId: v.string(),
  narrative: v.string(),
  signedMessage: v.string(),
  signature: hex,
  author: originSchema.entries.author,
  savedAt: originSchema.entries.savedAt,
  blockNumber: v.pipe(v.number(), v.integer(), v.minValue(0)),
  chainId: v.pipe(v.number(), v.integer()),
  contract: originSchema.entries.author,
  revision: v.pipe(v.number(), v.integer()),
}) satisfies v.GenericSchema<unknown, SignedRevision>;

/** A token's history up to a revision. */
export interface HistoryQuery {
  drifterId: string;
  revision: number;
}

/** Query for all revisions of a token's story, newest first; refetches when `revision` increases. */
export function historyQueryOptions(drifterId: string, revision: number) {
  return queryOptions({
    queryKey: ["history", drifterId, revision],
    queryFn: async ({ signal }) => {
      const response = await fetch(tokenPath(apiPaths.history, drifterId), { signal });
      if (response.status === 404) return [];
      if (!response.ok) throw await readProblem(response);
      return readHistory(await readListJson(response), drifterId);
    },
  });
}

/**
 * Parses a history response into signed revisions, newest first.
 *
 * @throws {Error} if a revision is invalid or belongs to a different token.
 */
export function readHistory(json: unknown, drifterId: string): SignedRevision[] {
  const revisions = v.parse(v.array(signedRevisionSchema), json);
  if (revisions.some((signed) => signed.drifterId !== drifterId)) {
    throw new Error(
      `The history of ${tokenTitle(drifterId)} contains a different ${noun}'s signed revisions.`,
    );
  }
  return [...revisions].sort((a, b) => b.revision - a.revision);
}

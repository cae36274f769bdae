import { queryOptions } from "@tanstack/react-query";
import * as v from "valibot";
import { isStory } from "#protocol/stories/narrative";
import { isDrifterId } from "#protocol/values/drifterId";
import { apiPaths, tokenPath } from "#protocol/wire/paths";
import type { SignedRevision } from "#protocol/wire/responses";
import { revisionTag } from "#protocol/wire/revisionTag";
import { hexSchema } from "../page/hexSchema.ts";
import { logged, readListJson, readProblem, readStoryJson } from "../service/readJson.ts";
import { serviceFetch } from "../service/serviceFetch.ts";

/** Author, time and revision number of a narrative, and what its author signed. */
type Origin = Pick<SignedRevision, "author" | "savedAt" | "revision"> &
  Partial<Pick<SignedRevision, "signedMessage">>;

export const textSchema = v.object({ narrative: v.string() });
export const originSchema = v.object({
  author: hexSchema(/^0x[0-9a-fA-F]{40}$/),
  savedAt: v.pipe(
    v.string(),
    v.check((time) => !Number.isNaN(Date.parse(time))),
  ),
  revision: v.number(),
  signedMessage: v.exactOptional(v.string()),
});
const listedSchema = v.object({
  drifterId: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
  name: v.fallback(v.optional(v.string()), undefined),
});

/** A stored story, as the app represents it. */
export interface Narrative {
  narrative: string;
  /** Absent if the service does not return the author and time. */
  origin?: Origin;
  /** The version's ETag; absent if the response had none. */
  tag?: string;
  /** Set if the operator hides the story from readers. */
  isHidden?: true;
}

/** State of a token without a visible story. */
export interface NoNarrative {
  narrative: null;
  /** Author and time of the removal, if the owner removed the story. */
  removed?: Origin;
  /** The hidden story's ETag; absent unless the operator hides the story. */
  tag?: string;
  isHidden?: true;
}

/**
 * Query for a token's story or its absence. Sends the cached version's tag, so that the service returns that version or
 * a newer one: another server process may learn of a save about a second later.
 */
export function narrativeQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["narrative", drifterId],
    enabled: isDrifterId(drifterId),
    queryFn: ({ signal, client, queryKey }): Promise<Narrative | NoNarrative> =>
      logged("Error fetching narrative:", signal, async () => {
        const path = tokenPath(apiPaths.narrative, drifterId);
        const cached = client.getQueryData<Narrative | NoNarrative>(queryKey);
        const tag = cached?.isHidden ? undefined : cached?.tag;
        const headers: HeadersInit = tag === undefined ? {} : { "If-None-Match": tag };
        const response = await serviceFetch(client)(path, { signal, headers });
        if (response.status === 304 && cached) return cached;
        if (response.status === 404) return readAbsence(response);
        if (!response.ok) throw await readProblem(response);
        const story = readNarrative(await readStoryJson(response));
        return { ...story, ...readTag(story, response) };
      }),
  });
}

/** An entry in the list of stories. */
export interface ListedToken {
  drifterId: string;
  /** Absent while the service does not know the name. */
  name?: string;
}

/** Query for all tokens with stories, newest story first. */
export function storyListQueryOptions() {
  return queryOptions({
    queryKey: ["narratives"],
    queryFn: ({ signal, client }) =>
      logged("Error fetching narratives:", signal, async () => {
        const response = await serviceFetch(client)(apiPaths.narratives, { signal });
        if (!response.ok) throw await readProblem(response);
        return readStoryList(await readListJson(response));
      }),
  });
}

/** Reads whether a token without a visible story has a removed or a hidden story. */
async function readAbsence(response: Response): Promise<NoNarrative> {
  const problem = v.safeParse(
    v.object({ removed: v.unknown() }),
    await readStoryJson(response).catch(() => null),
  );
  const tag = readTag({ narrative: null }, response);
  const removed = problem.success ? parseRemoval(problem.output.removed) : {};
  return { narrative: null, ...removed, ...tag, ...(tag.tag && { isHidden: true }) };
}

export function parseRemoval(json: unknown): Pick<NoNarrative, "removed"> {
  const removed = v.safeParse(originSchema, json);
  return removed.success ? { removed: removed.output } : {};
}

/**
 * Returns the revision's tag from the body, or else the ETag as a strong tag: compressing proxies
 * weaken ETags or append a suffix, which the service recognizes.
 */
export function readTag(
  story: Narrative | NoNarrative,
  { headers }: Response,
): Pick<Narrative, "tag"> {
  const tag =
    "origin" in story && story.origin
      ? revisionTag(story.origin)
      : headers.get("ETag")?.replace(/^W\//, "");
  return tag ? { tag } : {};
}

/** Parses a story from a response; a story without visible text counts as absent. */
export function readNarrative(json: unknown): Narrative | NoNarrative {
  const record = v.safeParse(textSchema, json);
  if (!record.success || !isStory(record.output.narrative)) return { narrative: null };
  const origin = v.safeParse(originSchema, json);
  return { ...record.output, ...(origin.success && { origin: origin.output }) };
}

export function readStoryList(json: unknown): ListedToken[] {
  if (!Array.isArray(json)) throw new TypeError("The list of narratives is not an array.");
  const listed = new Map<string, ListedToken>();
  for (const item of json) {
    const token = v.safeParse(listedSchema, item);
    if (!token.success || listed.has(token.output.drifterId)) continue;
    const { drifterId, name } = token.output;
    listed.set(drifterId, { drifterId, ...(name && { name }) });
  }
  return [...listed.values()];
}

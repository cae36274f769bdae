import { queryOptions } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/drifterId";
import { isStory } from "#protocol/isStory";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { refusalFrom } from "./refusal.ts";

/** Who published a text, when, and how many there were by then. */
type Origin = Pick<NarrativeRecord, "author" | "savedAt" | "revision">;

/** What the page reads of a stored story. */
export interface Narrative {
  narrative: string;
  /** Absent if the service does not say. */
  origin?: Origin;
  /** Names this very version to the service; absent if the service does not name it. */
  tag?: string;
  /** The service keeps the story, and its operator hides it from readers. */
  isHidden?: true;
}

/** A drifter without a story for readers. */
export interface NoNarrative {
  narrative: null;
  /** There was a story, and its owner removed it. */
  removed?: Origin;
  /** Names the story that the service keeps and its operator hides. */
  tag?: string;
  isHidden?: true;
}

/** The headers with which a save replaces only the version that the page has loaded (RFC 9110, 13.1). */
export type SaveCondition = { "If-Match"?: string; "If-None-Match"?: "*" };

export function conditionOf({ narrative, tag }: Narrative | NoNarrative): SaveCondition {
  if (tag !== undefined) return { "If-Match": tag };
  return narrative === null ? { "If-None-Match": "*" } : {};
}

/** The header with which the service says that a saved story is hidden from readers. */
const visibilityHeader = "Story-Visibility";

/** A drifter's story, or what is known where it has none. */
export function narrativeQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["narrative", drifterId],
    enabled: isDrifterId(drifterId),
    queryFn: ({ signal }): Promise<Narrative | NoNarrative> =>
      logged("Error fetching narrative:", signal, async () => {
        const response = await fetch(drifterPath(apiPaths.narrative, drifterId), { signal });
        if (response.status === 404) return readAbsence(response);
        if (!response.ok) throw await refusalFrom(response);
        const story = readNarrative(await response.json());
        return story.narrative === null ? story : { ...story, ...tagIn(response) };
      }),
  });
}

/** A drifter that has a story, in the list of all of them. */
export interface ListedDrifter {
  drifterId: string;
  /** Absent if the service does not know it. */
  name?: string;
}

/** The drifters that have stories, newest story first. */
export function storyListQueryOptions() {
  return queryOptions({
    queryKey: ["narratives"],
    queryFn: ({ signal }) =>
      logged("Error fetching narratives:", signal, async () => {
        const response = await fetch(apiPaths.narratives, { signal });
        if (!response.ok) throw await refusalFrom(response);
        return readStoryList(await response.json());
      }),
  });
}

/**
 * Posts a signed text.
 *
 * @param condition names what it replaces: the service refuses to replace anything else.
 * @returns the story as the service stored it, or what is known once the text has removed it.
 * @throws Refusal when the service said no, another error when it could not be asked or understood.
 */
export async function saveNarrative(
  request: NarrativeSaveRequest,
  condition: SaveCondition = {},
): Promise<Narrative | NoNarrative> {
  const response = await fetch(drifterPath(apiPaths.narrative, request.drifterId), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...condition },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw await refusalFrom(response);
  const json: unknown = await response.json();
  const saved = readNarrative(json);
  if (saved.narrative === null && !isRemoval(json)) {
    throw new Error("The service answered without a story.");
  }
  const hidden = response.headers.get(visibilityHeader) === "hidden" && { isHidden: true as const };
  if (saved.narrative === null) return { ...saved, ...removedIn(json), ...hidden };
  return { ...saved, ...tagIn(response), ...hidden };
}

/** Whether a record's text has taken the story down. */
function isRemoval(json: unknown): boolean {
  if (typeof json !== "object" || json === null || !("narrative" in json)) return false;
  return typeof json.narrative === "string" && !isStory(json.narrative);
}

/** Of a drifter without a story to read: whether there was one, and whether one is hidden. */
async function readAbsence(response: Response): Promise<NoNarrative> {
  const problem: unknown = await response.json().catch(() => undefined);
  const removed =
    typeof problem === "object" && problem !== null && "removed" in problem && problem.removed;
  const tag = tagIn(response);
  return { narrative: null, ...removedIn(removed), ...tag, ...(tag.tag && { isHidden: true }) };
}

function removedIn(json: unknown): Pick<NoNarrative, "removed"> {
  const removed = typeof json === "object" && json !== null ? readOrigin(json) : undefined;
  return removed ? { removed } : {};
}

/** A proxy that compresses weakens the tag, and a weak one never matches. */
function tagIn({ headers }: Response): { tag?: string } {
  const tag = headers.get("ETag")?.replace(/^W\//, "");
  return tag ? { tag } : {};
}

/** The story in an answer; one without text to read counts as none. */
export function readNarrative(json: unknown): Narrative | NoNarrative {
  if (typeof json !== "object" || json === null || !("narrative" in json)) return noNarrative;
  const { narrative } = json;
  if (typeof narrative !== "string" || !isStory(narrative)) return noNarrative;
  const origin = readOrigin(json);
  return origin ? { narrative, origin } : { narrative };
}

const noNarrative: NoNarrative = { narrative: null };

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value);
}

function readOrigin(json: object): Origin | undefined {
  if (!("author" in json && "savedAt" in json && "revision" in json)) return undefined;
  const { author, savedAt, revision } = json;
  if (!isAddress(author)) return undefined;
  if (typeof savedAt !== "string" || Number.isNaN(Date.parse(savedAt))) return undefined;
  return typeof revision === "number" ? { author, savedAt, revision } : undefined;
}

export function readStoryList(json: unknown): ListedDrifter[] {
  if (!Array.isArray(json)) throw new TypeError("The list of narratives is not an array.");
  const listed = new Map<string, ListedDrifter>();
  for (const item of json) {
    const drifter = readListedDrifter(item);
    if (drifter && !listed.has(drifter.drifterId)) listed.set(drifter.drifterId, drifter);
  }
  return [...listed.values()];
}

function readListedDrifter(item: unknown): ListedDrifter | undefined {
  if (typeof item !== "object" || item === null || !("drifterId" in item)) return undefined;
  const { drifterId } = item;
  if (typeof drifterId !== "string" && typeof drifterId !== "number") return undefined;
  const name = "name" in item && typeof item.name === "string" ? item.name : undefined;
  return { drifterId: String(drifterId), ...(name && { name }) };
}

/** Logs what fails, except a request that the page itself gave up. */
async function logged<Result>(
  words: string,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!signal.aborted) console.error(words, error);
    throw error;
  }
}

import { queryOptions } from "@tanstack/react-query";
import { isDrifterId } from "#protocol/drifterId";
import type { NarrativeRecord, NarrativeSaveRequest } from "#protocol/narrative";
import { apiPaths, drifterPath } from "#protocol/paths";
import { refusalFrom } from "./refusal.ts";

/** What the page reads of a stored story. */
export interface Narrative {
  narrative: string;
  /** Who wrote it, when, and how many texts there were by then; absent if the service does not say. */
  told?: Pick<NarrativeRecord, "author" | "savedAt" | "revision">;
  /** Names this very version to the service; absent if the service does not name it. */
  tag?: string;
  /** The service keeps the story, and its operator hides it from readers. */
  isHidden?: true;
}

/** The header by which the service tells whoever saved a story that nobody else reads it. */
const visibilityHeader = "Story-Visibility";

/** A drifter's story, or `null` while nobody has written one. */
export function narrativeQueryOptions(drifterId: string) {
  return queryOptions({
    queryKey: ["narrative", drifterId],
    enabled: isDrifterId(drifterId),
    queryFn: ({ signal }) =>
      logged("Error fetching narrative:", signal, async () => {
        const response = await fetch(drifterPath(apiPaths.narrative, drifterId), { signal });
        if (response.status === 404) return null;
        if (!response.ok) throw await refusalFrom(response);
        const story = readNarrative(await response.json());
        return story && { ...story, ...tagIn(response) };
      }),
  });
}

/** Ids of the drifters that have stories, newest story first. */
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
 * Posts a signed story.
 *
 * @param tag of the version that it replaces: the service refuses to replace another one.
 * @returns the story as the service stored it.
 * @throws Refusal when the service said no, another error when it could not be asked or understood.
 */
export async function saveNarrative(
  request: NarrativeSaveRequest,
  tag?: string,
): Promise<Narrative> {
  const response = await fetch(drifterPath(apiPaths.narrative, request.drifterId), {
    method: "POST",
    headers: { "Content-Type": "application/json", ...(tag && { "If-Match": tag }) },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw await refusalFrom(response);
  const saved = readNarrative(await response.json());
  if (!saved) throw new Error("The service answered without a story.");
  const isHidden = response.headers.get(visibilityHeader) === "hidden";
  return { ...saved, ...tagIn(response), ...(isHidden && { isHidden }) };
}

/** A proxy that compresses weakens the tag, and a weak one never matches. */
function tagIn({ headers }: Response): Pick<Narrative, "tag"> {
  const tag = headers.get("ETag")?.replace(/^W\//, "");
  return tag ? { tag } : {};
}

/** The story in an answer; one without text counts as none. */
export function readNarrative(json: unknown): Narrative | null {
  if (typeof json !== "object" || json === null || !("narrative" in json)) return null;
  const { narrative } = json;
  if (typeof narrative !== "string" || narrative === "") return null;
  const told = readOrigin(json);
  return told ? { narrative, told } : { narrative };
}

function isAddress(value: unknown): value is `0x${string}` {
  return typeof value === "string" && /^0x[0-9a-fA-F]{40}$/.test(value);
}

function readOrigin(json: object): Narrative["told"] {
  if (!("author" in json && "savedAt" in json && "revision" in json)) return undefined;
  const { author, savedAt, revision } = json;
  if (!isAddress(author)) return undefined;
  if (typeof savedAt !== "string" || Number.isNaN(Date.parse(savedAt))) return undefined;
  return typeof revision === "number" ? { author, savedAt, revision } : undefined;
}

export function readStoryList(json: unknown): string[] {
  if (!Array.isArray(json)) throw new TypeError("The list of narratives is not an array.");
  const ids = json
    .map((item: unknown) =>
      typeof item === "object" && item !== null && "drifterId" in item ? item.drifterId : undefined,
    )
    .filter((id) => typeof id === "string" || typeof id === "number");
  return [...new Set(ids.map(String))];
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

import { parseAddress } from "#protocol/address";
import { parseDrifterPageRequest } from "#protocol/catalogue";
import { isDrifterId } from "#protocol/drifterId";
import type { ReadService, ServiceAnswer } from "#protocol/pageMarkup";
import { type ApiPath, apiPaths, parameterOf } from "#protocol/paths";
import { parseStoryPageRequest, type StoryPage, type StoryPageRequest } from "#protocol/storyPages";
import type { CatalogueReads } from "../catalogue/catalogueReads.ts";
import type { Collection } from "../collection/collection.ts";
import { inTime } from "../inTime.ts";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import { noStory } from "../narratives/noStory.ts";
import type { PreparedReads } from "../narratives/preparedReads.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { PreparedAnswer } from "../preparedAnswer.ts";
import { ApiError, asApiError, problemOf } from "../problem.ts";

interface ReadSources {
  reads: PreparedReads;
  catalogueReads: CatalogueReads;
  storyPage: (request: StoryPageRequest) => Promise<StoryPage>;
  store: Pick<NarrativeStore, "newest" | "isHidden">;
  collection: Pick<Collection, "readMetadata">;
  minted: Pick<MintedDrifters, "isMinted">;
}

const plainRequest = { headers: {} };
const absent: ServiceAnswer = { status: 404, headers: {}, body: "{}" };
const late: ServiceAnswer = { ...absent, isLate: true };

/** Longest waits for what a page can go without at first, in milliseconds. */
const longestWait = { neighbours: 300, owner: 1_500, metadata: 1_500 } as const;

/**
 * Answers the renderer's reads as the routes of these paths do, without HTTP. Answers that take long are 404 and
 * marked as late, so that browsers ask for them; without metadata in time, browsers render the page.
 */
export function createPageReads(sources: ReadSources): ReadService {
  const { reads, catalogueReads, storyPage, store, collection, minted } = sources;

  const readers: Partial<
    Record<ApiPath, (id: string, query: URLSearchParams) => Promise<ServiceAnswer>>
  > = {
    async [apiPaths.narratives](_, query) {
      if (query.size === 0) return answerOf(await reads.answerList(plainRequest));
      return json(await storyPage(parseStoryPageRequest(query)));
    },
    async [apiPaths.narrative](drifterId) {
      if (!isDrifterId(drifterId)) return absent;
      const story = await reads.answerStory(drifterId, plainRequest);
      if (story === undefined) throw await noStory(drifterId, store);
      return answerOf(story);
    },
    async [apiPaths.metadata](drifterId) {
      const isMinted = isDrifterId(drifterId) && (await minted.isMinted(drifterId));
      if (!isMinted) return absent;
      const read = collection.readMetadata(drifterId).then(json);
      const answer = await inTime(read, longestWait.metadata);
      if (answer === undefined) throw new ApiError("collection.unavailable");
      return answer;
    },
    async [apiPaths.drifters](_, query) {
      return json(await catalogueReads.drifterPage(parseDrifterPageRequest(query)));
    },
    async [apiPaths.neighbours](drifterId) {
      if (!isDrifterId(drifterId)) return absent;
      const neighbours = catalogueReads.neighbours(drifterId, refuseChain);
      // A page without them is better than none.
      return jsonInTime(neighbours, longestWait.neighbours)
        .catch(problemAnswer)
        .catch(() => late);
    },
    async [apiPaths.ownedDrifters](address) {
      const owner = parseAddress(address);
      if (owner === undefined) return absent;
      return jsonInTime(catalogueReads.ownerPage(owner), longestWait.owner);
    },
  };

  return async (url) => {
    const { pathname, searchParams } = new URL(url, "http://service.invalid");
    for (const [path, read] of Object.entries(readers)) {
      // Safety: the keys of `readers` are paths.
      const id = parameterOf(path as ApiPath, pathname);
      if (id !== undefined) return read(id, searchParams).catch(problemAnswer);
    }
    throw new Error(`No page reads ${url}.`);
  };
}

/** Only the browser asks for what has to be read from the chain for each drifter. */
async function refuseChain(): Promise<never> {
  throw new ApiError("rate.limited");
}

function json(value: object | undefined): ServiceAnswer {
  return value ? { status: 200, headers: {}, body: JSON.stringify(value) } : absent;
}

async function jsonInTime(value: Promise<object>, milliseconds: number): Promise<ServiceAnswer> {
  const known = await inTime(value, milliseconds);
  return known ? json(known) : late;
}

function answerOf({ status, headers, body }: PreparedAnswer): ServiceAnswer {
  const pairs: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    pairs[headers[index] ?? ""] = headers[index + 1] ?? "";
  }
  return { status, headers: pairs, body: body?.toString() ?? "" };
}

/** @throws what is not the request's fault. */
function problemAnswer(thrown: unknown): ServiceAnswer {
  const error = asApiError(thrown);
  const problem = problemOf(error);
  if (problem.status >= 500) throw thrown;
  const headers: Record<string, string> = error.tag === undefined ? {} : { ETag: error.tag };
  return { status: problem.status, headers, body: JSON.stringify(problem) };
}

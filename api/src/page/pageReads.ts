import { join } from "node:path";
import { isDrifterId } from "#protocol/drifterId";
import type { ReadService, ServiceAnswer } from "#protocol/pageMarkup";
import { apiPaths, drifterPathPrefix, isAtPath } from "#protocol/paths";
import type { MintedDrifters } from "../minted/mintedDrifters.ts";
import { noStory } from "../narratives/noStory.ts";
import type { PreparedReads } from "../narratives/preparedReads.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import type { PreparedAnswer } from "../preparedAnswer.ts";
import { type ApiError, problemOf } from "../problem.ts";
import { readDescription } from "./drifterDescription.ts";

interface ReadSources {
  reads: PreparedReads;
  store: Pick<NarrativeStore, "newest" | "isHidden">;
  collectionDir: string;
  minted: MintedDrifters;
}

const plainRequest = { headers: {} };
const absent: ServiceAnswer = { status: 404, headers: {}, body: "{}" };

/** Answers the renderer's reads as the routes of these paths do, without HTTP. */
export function createPageReads({ reads, store, collectionDir, minted }: ReadSources): ReadService {
  return async (path) => {
    if (path === apiPaths.narratives) return answerOf(await reads.answerList(plainRequest));
    if (isAtPath(apiPaths.narrative, path)) {
      const drifterId = path.slice(drifterPathPrefix(apiPaths.narrative).length);
      if (!isDrifterId(drifterId)) return absent;
      const story = await reads.answerStory(drifterId, plainRequest);
      return story ? answerOf(story) : problemAnswer(await noStory(drifterId, store));
    }
    if (isAtPath(apiPaths.metadata, path)) {
      const drifterId = path.slice(drifterPathPrefix(apiPaths.metadata).length, -".json".length);
      const file = join(collectionDir, "metadata", `${drifterId}.json`);
      const isMinted = isDrifterId(drifterId) && (await minted.isMinted(drifterId));
      const metadata = isMinted ? await readDescription(file) : undefined;
      if (metadata === undefined) return absent;
      return { status: 200, headers: {}, body: JSON.stringify(metadata) };
    }
    throw new Error(`No page reads ${path}.`);
  };
}

function answerOf({ status, headers, body }: PreparedAnswer): ServiceAnswer {
  const pairs: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    pairs[headers[index] ?? ""] = headers[index + 1] ?? "";
  }
  return { status, headers: pairs, body: body?.toString() ?? "" };
}

function problemAnswer(error: ApiError): ServiceAnswer {
  const problem = problemOf(error);
  const headers: Record<string, string> = error.tag === undefined ? {} : { ETag: error.tag };
  return { status: problem.status, headers, body: JSON.stringify(problem) };
}

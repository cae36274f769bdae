import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeStore } from "../narratives/store.ts";
import { describeTraits, readDescription } from "./drifterDescription.ts";
import type { PagePreview } from "./pageHead.ts";
import { firstWords, shortened } from "./plainText.ts";
import { portraitFile, readPortrait } from "./portrait.ts";
import { sitePreview } from "./sitePreview.ts";

interface PreviewSources {
  collectionDir: string;
  store: Pick<NarrativeStore, "peek" | "find">;
}

/** A cached preview with the inputs that it was made from. */
interface Kept {
  madeFrom: readonly unknown[];
  preview: PagePreview | undefined;
}

/** Maximum number of cached previews. */
const mostKept = 1_000;

/** A page is served without its story's words when reading them takes longer. */
const longestWaitMilliseconds = 500;

const longest = { name: 120, description: 200 } as const;

/**
 * Creates the function that builds the preview of a drifter's page, undefined if the drifter has no metadata.
 * Previews are cached until the drifter's files or story change.
 */
export function createDrifterPreviews({ collectionDir, store }: PreviewSources) {
  const previews = new Map<DrifterId, Kept>();

  return async (drifterId: DrifterId): Promise<PagePreview | undefined> => {
    const metadata = join(collectionDir, "metadata", `${drifterId}.json`);
    const item = await inTime(store.peek(drifterId));
    const portrait = portraitFile(collectionDir, drifterId);
    const madeFrom = [item, await changeOf(metadata), await changeOf(portrait)];
    const kept = previews.get(drifterId);
    if (kept?.madeFrom.every((part, index) => part === madeFrom[index])) return kept.preview;

    const story = item && (await inTime(store.find(drifterId)));
    const preview = await describe(drifterId, metadata, story?.narrative);
    const isWhole = item === undefined || story !== undefined;
    if (isWhole) keep(drifterId, { madeFrom, preview });
    return preview;
  };

  async function describe(
    drifterId: DrifterId,
    metadata: string,
    narrative = "",
  ): Promise<PagePreview | undefined> {
    const drifter = await readDescription(metadata);
    if (drifter === undefined) return undefined;
    const name = shortened(drifter.name, longest.name) || `Drifter #${drifterId}`;
    const description =
      firstWords(narrative, longest.description) ||
      shortened(describeTraits(drifter), longest.description) ||
      sitePreview.description;
    const portrait = await readPortrait(collectionDir, drifterId, name);
    const path = `/drifter/${drifterId}`;
    const picture = portrait ?? sitePreview.picture;
    return { name, type: "profile", description, path, picture };
  }

  function keep(drifterId: DrifterId, kept: Kept): void {
    previews.delete(drifterId);
    previews.set(drifterId, kept);
    const [oldest] = previews.keys();
    if (previews.size > mostKept && oldest !== undefined) previews.delete(oldest);
  }
}

/** Waits for the store; undefined if it fails or times out. */
function inTime<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  const tooLate = delay(longestWaitMilliseconds, undefined, { ref: false });
  return Promise.race([answer.catch(() => undefined), tooLate]);
}

/** Modification time of a file; undefined if it does not exist. */
async function changeOf(file: string): Promise<number | undefined> {
  const found = await stat(file).catch(() => undefined);
  return found?.mtimeMs;
}

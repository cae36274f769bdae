import type { DrifterId } from "#protocol/drifterId";
import type { DrifterMetadata } from "#protocol/drifterMetadata";
import { apiPaths, drifterPath } from "#protocol/paths";
import type { Collection } from "../collection/collection.ts";
import { inTime } from "../http/inTime.ts";
import type { NarrativeStore } from "../narratives/store.ts";
import { firstWords, shortened } from "../search/text.ts";
import type { PagePreview, Picture } from "./pageHead.ts";
import { sitePreview } from "./pagePreviews.ts";

interface PreviewSources {
  collection: Pick<Collection, "readMetadata" | "findPortrait">;
  store: Pick<NarrativeStore, "find">;
  /** A page is served without its story's words or the drifter's name when reading them takes longer. */
  timeoutMilliseconds: number;
}

const longest = { name: 120, description: 200 } as const;

/** Creates the function that builds the preview of a drifter's page, undefined if the drifter has no metadata. */
export function createDrifterPreviews(sources: PreviewSources) {
  const { collection, store, timeoutMilliseconds } = sources;
  /** Undefined for what fails or takes too long. */
  const attempt = <Answer>(answer: Promise<Answer>) =>
    inTime(answer, timeoutMilliseconds).catch(() => undefined);

  return async (drifterId: DrifterId): Promise<PagePreview | undefined> => {
    const story = await attempt(store.find(drifterId));
    const read = await attempt(readMetadata(drifterId));
    const { metadata } = read ?? { metadata: unknownMetadata };
    return metadata && describe(drifterId, metadata, story?.narrative);
  };

  async function readMetadata(drifterId: DrifterId) {
    return { metadata: await collection.readMetadata(drifterId) };
  }

  async function describe(
    drifterId: DrifterId,
    drifter: DrifterMetadata,
    narrative = "",
  ): Promise<PagePreview> {
    const name = shortened(drifter.name, longest.name) || `Drifter #${drifterId}`;
    const description =
      firstWords(narrative, longest.description) ||
      shortened(describeTraits(drifter), longest.description) ||
      sitePreview.description;
    const path = `/drifter/${drifterId}`;
    const portrait = await attempt(collection.findPortrait(drifterId));
    const picture = portrait ? pictureOf(drifterId, name, portrait) : sitePreview.picture;
    const feed = { title: `Story of ${name}`, path: `${path}/feed` };
    return { name, type: "profile", description, path, picture, feed };
  }
}

/** While a drifter's metadata cannot be read, its number is its name. */
const unknownMetadata: DrifterMetadata = {
  name: "",
  description: "",
  image: undefined,
  attributes: [],
};

/** Describes a drifter without a story in one sentence: its description, or else its traits. */
function describeTraits({ description, attributes }: DrifterMetadata): string {
  if (description.trim() !== "") return description;
  return attributes.map(({ trait_type, value }) => `${trait_type}: ${value}`).join(" · ");
}

function pictureOf(drifterId: DrifterId, name: string, { size }: Pick<Picture, "size">): Picture {
  const path = drifterPath(apiPaths.fullPortrait, drifterId);
  return { path, size, alt: `Portrait of ${name}`, shape: "square" };
}

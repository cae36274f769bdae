import type { DrifterId } from "#protocol/drifterId";
import { ApiError } from "../problem.ts";
import { revisionTag } from "./revisionTag.ts";
import type { NarrativeStore } from "./store.ts";

/** The 404 of a drifter without a visible story, with the ETag for its owner's next save. */
export async function noStory(
  drifterId: DrifterId,
  store: Pick<NarrativeStore, "newest" | "isHidden">,
): Promise<ApiError> {
  const newest = await store.newest(drifterId);
  if (newest?.isStory)
    return new ApiError("narrative.not_found", { tag: revisionTag(newest.item) });
  if (newest === undefined || (await store.isHidden(drifterId))) {
    return new ApiError("narrative.not_found");
  }
  const detail = "This drifter's story was removed by its owner. Its history is kept.";
  return new ApiError("narrative.not_found", { detail, removed: newest.item });
}

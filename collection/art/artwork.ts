import { createDrifter, type Drifter } from "./drifter.ts";
import { metadataOf } from "./metadata.ts";
import { drawPortrait } from "./portrait.ts";

/** The seed of the collection that the stories are about. */
export const standardSeed = "fringe";

/** Returns the metadata of the default collection's drifter with that ID, and what draws its portrait. */
export function drawArtwork(drifter: Pick<Drifter, "id" | "phase">) {
  const drawn = createDrifter(standardSeed, drifter);
  return { metadata: metadataOf(drawn), drawPortrait: () => drawPortrait(drawn) };
}

import type { DrawArtwork } from "../../scripts/shared/artwork.ts";
import { createDrifter } from "./drifter.ts";
import { metadataOf } from "./metadata.ts";
import { drawPortrait } from "./portrait.ts";
import { press, printPortrait } from "./press.ts";

/** The seed of the collection that the stories are about. */
export const standardSeed = "fringe";

/** Draws any drifter of the default collection. */
export const drawArtwork: DrawArtwork = async (token) => {
  const drifter = createDrifter(standardSeed, token);
  return {
    metadata: metadataOf(drifter),
    picture() {
      const portrait = drawPortrait(drifter);
      return { key: JSON.stringify([portrait, press]), paint: () => printPortrait(portrait) };
    },
  };
};

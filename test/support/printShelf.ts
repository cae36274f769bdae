import { link, mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { drawArtwork } from "../../collection/art/artwork.ts";
import { mintedDrifters, type WorldPlan } from "../../scripts/world/plan.ts";
import { cachedFiles } from "../../scripts/world/portraits/paintCollection.ts";

/** Caches one small image as the portrait of each drifter of a plan, so that none is painted. */
export async function fillPrintShelf(directory: string, plan: WorldPlan): Promise<void> {
  await mkdir(directory, { recursive: true });
  const picture = join(directory, "any.jpg");
  await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } }).toFile(picture);
  for (const drifter of mintedDrifters(plan)) {
    for (const file of cachedFiles(directory, drawArtwork(drifter).drawPortrait()))
      await link(picture, file);
  }
}

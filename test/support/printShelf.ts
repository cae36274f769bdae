import { link, mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { createDrifter } from "../../scripts/collection/drifter.ts";
import { standardSeed } from "../../scripts/collection/generateCollection.ts";
import { portraitDigest } from "../../scripts/collection/portraitDigest.ts";
import { shelfFiles } from "../../scripts/collection/printShelf.ts";
import { mintedDrifters, type WorldPlan } from "../../scripts/world/plan.ts";

/** Stores one small image as the portrait of each drifter of a plan, so that none is painted. */
export async function fillPrintShelf(directory: string, plan: WorldPlan): Promise<void> {
  await mkdir(directory, { recursive: true });
  const picture = join(directory, "any.jpg");
  await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } }).toFile(picture);
  for (const drifter of mintedDrifters(plan)) {
    const digest = portraitDigest(createDrifter(standardSeed, drifter));
    for (const file of shelfFiles(directory, digest)) await link(picture, file);
  }
}

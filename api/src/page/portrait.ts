import { open } from "node:fs/promises";
import { join } from "node:path";
import type { DrifterId } from "#protocol/drifterId";
import { apiPaths, drifterPath } from "#protocol/paths";
import { jpegSize } from "./jpegSize.ts";
import type { Picture } from "./pageHead.ts";

/** Cameras write kilobytes of metadata before the size. */
const mostHeaderBytes = 64 * 1024;

export function portraitFile(collectionDir: string, drifterId: DrifterId): string {
  return join(collectionDir, "images", "full", `${drifterId}.jpg`);
}

/** Reads a drifter's full-size portrait; undefined if there is none. */
export async function readPortrait(
  collectionDir: string,
  drifterId: DrifterId,
  name: string,
): Promise<Picture | undefined> {
  try {
    await using file = await open(portraitFile(collectionDir, drifterId));
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(mostHeaderBytes) });
    return {
      path: drifterPath(apiPaths.fullPortrait, drifterId),
      size: jpegSize(buffer.subarray(0, bytesRead)),
      alt: `Portrait of ${name}`,
      shape: "square",
    };
  } catch {
    return undefined;
  }
}

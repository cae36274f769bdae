import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import { parseMetadata } from "#protocol/tokenMetadata";
import type { DrawArtwork } from "../../shared/artwork.ts";

/** Folder of the collection's art. */
const artFolder = join(import.meta.dirname, "../../../collection/art");

/** Opens the collection's art: drawings by its own code, or a folder laid out as the service's. */
export async function openArtwork(): Promise<DrawArtwork> {
  const art: string = collectionConfig.art;
  if (art === "folder") return readArtwork;
  const file = pathToFileURL(join(artFolder, "artwork.ts")).href;
  // Safety: `art: "drawn"` promises it.
  const { drawArtwork } = (await import(file)) as { drawArtwork: DrawArtwork };
  return drawArtwork;
}

const readArtwork: DrawArtwork = async ({ id }) => {
  const text = join(artFolder, `metadata/${id}.json`);
  const full = join(artFolder, `images/full/${id}.jpg`);
  const [metadata, file] = await Promise.all([
    // What is wrong with it is said by `npm run collection -- check`.
    readFile(text, "utf8")
      .then(JSON.parse)
      .then(parseMetadata)
      .catch(() => undefined),
    stat(full).catch(() => undefined),
  ]);
  if (metadata === undefined || file === undefined) return undefined;
  const key = `${full} ${file.size} ${file.mtimeMs}`;
  return { metadata, picture: () => ({ key, paint: async () => sharp(full) }) };
};

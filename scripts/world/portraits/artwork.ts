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
  const text = await readFile(join(artFolder, `metadata/${id}.json`), "utf8").catch(
    () => undefined,
  );
  const full = join(artFolder, `images/full/${id}.jpg`);
  const file = await stat(full).catch(() => undefined);
  if (text === undefined || file === undefined) return undefined;
  const metadata = parseMetadata(JSON.parse(text));
  const key = `${full} ${file.size} ${file.mtimeMs}`;
  return metadata && { metadata, picture: () => ({ key, paint: async () => sharp(full) }) };
};

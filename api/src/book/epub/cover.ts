import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";

const width = 1_600;
const height = 2_400;
const columns = 4;
const rows = 6;
const size = width / columns;

/** Draws the cover, a JPEG of 1,600 × 2,400 pixels: the first portraits in a grid, repeated to fill it. */
export async function drawCover(portraits: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const tiles: Buffer[] = [];
  for await (const portrait of portraits) {
    // Frames of an animation are not drawn.
    const tile = sharp(portrait, { pages: 1 }).resize(size, size, { fit: "cover" });
    const content = await tile
      .png({ compressionLevel: 1 })
      .toBuffer()
      .catch(() => undefined);
    // A portrait whose file is truncated is not drawn.
    if (content) tiles.push(content);
    if (tiles.length === columns * rows) break;
  }
  const background = collectionConfig.themeColors.dark;
  const grid = Array.from({ length: tiles.length && columns * rows }, (_, index) => ({
    input: tiles[index % tiles.length],
    left: (index % columns) * size,
    top: Math.floor(index / columns) * size,
  }));
  return sharp({ create: { width, height, channels: 3, background } })
    .composite(grid)
    .jpeg({ quality: 85, mozjpeg: true })
    .toBuffer();
}

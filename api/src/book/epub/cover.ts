import { collectionConfig } from "#collection/collection.config.ts";
import { drawText } from "../../cards/drawText.ts";
import { loadSharp } from "../../cards/loadSharp.ts";

const width = 1_600;
const height = 2_400;
const columns = 4;
const rows = 4;
const size = width / columns;
const margin = 120;

/** Draws the cover, a JPEG of 1,600 × 2,400 pixels: the title below the first portraits, repeated to fill the grid. */
export async function drawCover(
  title: string,
  portraits: AsyncIterable<Uint8Array>,
): Promise<Buffer> {
  const sharp = await loadSharp();
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
  const text = await drawText(title, {
    font: "display",
    sizes: [260, 220, 180, 140, 100],
    color: collectionConfig.themeColors.light,
    ...{ width: width - 2 * margin, height: height - rows * size - 2 * margin },
  });
  const textTop = Math.round((height + rows * size - text.height) / 2);
  const heading = text.content ? [{ input: text.content, left: margin, top: textTop }] : [];
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([...grid, ...heading])
    .jpeg({ quality: 85, mozjpeg: true })
    .toBuffer();
}

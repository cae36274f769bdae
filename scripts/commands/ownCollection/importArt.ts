import { copyFile, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { basename, join } from "node:path";
import sharp from "sharp";
import { collectionConfig } from "#collection/collection.config.ts";
import { escapeHtml } from "#protocol/values/escapeHtml";
import { nouns, tokenTitle } from "#protocol/values/noun";
import type { ReportProgress } from "../../shared/commandLine/step.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { SourceArt, SourceToken } from "./readArtFolder.ts";

/** Widths of full and small portraits in pixels. */
export const portraitSides = { min: 400, max: 4_000, small: 480 };
/** Minimum width to which small pictures, usually pixel art, are enlarged without smoothing. */
const enlargedSide = 1_000;
const preview = { width: 1_200, height: 630, columns: 4, rows: 2 };
/** The art before it replaces the existing art. */
const staged = "cache/art";
const art = "collection/art";
/** The page that shows all portraits. */
export const contactSheet = "cache/contactSheet.html";

/**
 * Replaces the collection's portraits, metadata and preview image. The sources are unchanged. If a picture cannot be
 * read, nothing is replaced.
 *
 * @returns warnings, one per picture that was cropped or has several frames.
 * @throws {UsageError} that lists the unreadable pictures.
 */
export async function importArt({ tokens }: SourceArt, report: ReportProgress): Promise<string[]> {
  await rm(staged, { recursive: true, force: true });
  for (const folder of ["metadata", "images/full"]) {
    await mkdir(join(staged, folder), { recursive: true });
  }
  const [notes, unreadable] = [new Map<number, string>(), [] as string[]];
  let done = 0;
  const queue = tokens.values();
  const work = async () => {
    for (const token of queue) {
      try {
        const note = await convert(token);
        if (note !== undefined) notes.set(token.id, `${basename(token.file)} ${note}.`);
      } catch (error) {
        unreadable.push(`${token.file}: ${error instanceof Error ? error.message : error}`);
      }
      done += 1;
      report({ done, total: tokens.length });
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  if (unreadable.length > 0) {
    throw new UsageError(
      `Nothing was replaced, because these pictures cannot be read:\n${unreadable.sort().join("\n")}`,
    );
  }
  await makePreview(tokens);
  for (const folder of ["metadata", "images"]) {
    await rm(join(art, folder), { recursive: true, force: true });
    await mkdir(art, { recursive: true });
    await rename(join(staged, folder), join(art, folder));
  }
  await rename(join(staged, "preview.jpg"), "collection/public/preview.jpg");
  await writeFile(contactSheet, describeSheet(tokens, notes));
  return [...notes].sort(([a], [b]) => a - b).map(([, note]) => note);
}

/** Writes a token's three files. @returns how the picture was changed, if it matters. */
async function convert({ id, file, name, description, attributes }: SourceToken) {
  const { width, height, format, pages = 1 } = await sharp(file).metadata();
  const side = Math.min(width, height);
  // Vectors are drawn at their final size.
  const density = format === "svg" ? Math.min(2_400, (72 * enlargedSide) / side) : 72;
  const isPixelArt = side < portraitSides.min && format !== "svg";
  const fullSide = isPixelArt
    ? side * Math.ceil(enlargedSide / side)
    : Math.min(Math.max(side, format === "svg" ? enlargedSide : 0), portraitSides.max);
  const kernel = isPixelArt ? "nearest" : "lanczos3";
  const picture = sharp(file, { density })
    .autoOrient()
    .resize(fullSide, fullSide, { fit: "cover", kernel })
    .flatten({ background: collectionConfig.themeColors.dark });
  const full = join(staged, `images/full/${id}.jpg`);
  const isReady = format === "jpeg" && width === height && width === fullSide;
  if (isReady) await copyFile(file, full);
  else await picture.jpeg({ quality: 92 }).toFile(full);
  await sharp(full)
    .autoOrient()
    .resize(portraitSides.small, portraitSides.small, { kernel })
    .jpeg({ quality: 85 })
    .toFile(join(staged, `images/${id}.jpg`));
  const metadata = {
    name: name ?? tokenTitle(String(id)),
    ...(description && { description }),
    image: `/${nouns}/images/full/${id}.jpg`,
    attributes,
  };
  await writeFile(join(staged, `metadata/${id}.json`), `${JSON.stringify(metadata, null, 2)}\n`);
  const changes = [
    ...(width === height ? [] : [`is ${width} × ${height}: its middle square is shown`]),
    ...(pages > 1 ? [`has ${pages} frames: only the first is shown`] : []),
  ];
  return changes.length > 0 ? changes.join(", and ") : undefined;
}

/** Draws the image of shared links from the first portraits. */
async function makePreview(tokens: readonly SourceToken[]): Promise<void> {
  const { width, height, columns, rows } = preview;
  const [tileWidth, tileHeight] = [width / columns, height / rows];
  const tiles = Array.from({ length: columns * rows }, async (_, index) => ({
    input: await sharp(join(staged, `images/${tokens[index % tokens.length]?.id}.jpg`))
      .resize(tileWidth, tileHeight)
      .toBuffer(),
    left: (index % columns) * tileWidth,
    top: Math.floor(index / columns) * tileHeight,
  }));
  await sharp({ create: { width, height, channels: 3, background: "#000" } })
    .composite(await Promise.all(tiles))
    .jpeg()
    .toFile(join(staged, "preview.jpg"));
}

/** Returns a page that shows all portraits with name, traits and notes. */
function describeSheet(tokens: readonly SourceToken[], notes: ReadonlyMap<number, string>): string {
  const cells = tokens.map(({ id, name, attributes }) => {
    const note = notes.get(id);
    const traits = attributes.map(({ trait_type, value }) => `${trait_type}: ${value}`);
    return `<figure${note ? ' class="note"' : ""}><img src="../${art}/images/${id}.jpg" alt="" loading="lazy" width="160" height="160"><figcaption><b>${escapeHtml(`${id} ${name ?? ""}`)}</b><br>${traits.map(escapeHtml).join("<br>")}${note ? `<br><em>${escapeHtml(note)}</em>` : ""}</figcaption></figure>`;
  });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${escapeHtml(collectionConfig.name)}: ${tokens.length} portraits</title>
<style>
  body { font: 13px/1.4 system-ui, sans-serif; margin: 24px; background: #18181b; color: #e4e4e7; }
  main { display: grid; gap: 16px; grid-template-columns: repeat(auto-fill, minmax(160px, 1fr)); }
  figure { margin: 0; overflow-wrap: anywhere; } img { display: block; background: #27272a; }
  .note img { outline: 3px solid #f59e0b; } em { color: #fbbf24; }
</style>
<h1>${escapeHtml(collectionConfig.name)}: ${tokens.length} portraits</h1>
<p>${notes.size === 0 ? "All pictures are square." : `${notes.size} outlined pictures were cropped or have several frames.`}</p>
<main>
${cells.join("\n")}
</main></html>
`;
}

import { link, open, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Zip, ZipDeflate, ZipPassThrough } from "fflate";
import { bookCheckpoint, type EpubSource, epubFiles, epubRevisionsFile } from "#service/book";
import { archiveLines } from "./archive.ts";
import { counting, withProgress } from "./progress.ts";
import { assertNew } from "./writeBook.ts";

/**
 * Writes an EPUB. The same signed revisions, portraits and build produce the same bytes, in any time zone.
 *
 * @param signal cancels writing, and leaves nothing behind. @throws {UsageError} if the file exists.
 */
export async function writeEpub(
  target: string,
  source: EpubSource,
  signal: AbortSignal,
): Promise<void> {
  const path = resolve(target);
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "wx");
  try {
    await withProgress("Files written:", async (countOne) => {
      await file.writeFile(zip(counting(filesWithRevisions(source), countOne, signal)));
    });
    await file.sync();
    await assertNew(path);
    // Links instead of renaming, because a link never replaces an existing file.
    await link(temporary, path);
  } finally {
    await file.close();
    await rm(temporary, { force: true });
  }
}

interface ZippedFile {
  path: string;
  /** Text, bytes, or lines of text. */
  content: string | Uint8Array | AsyncIterable<string>;
}

async function* filesWithRevisions(source: EpubSource): AsyncGenerator<ZippedFile> {
  yield* epubFiles(source);
  const { savedAt } = bookCheckpoint(source.tokens);
  const revisions = async function* () {
    for (const { revisions } of source.tokens) yield* revisions;
  };
  yield { path: epubRevisionsFile, content: archiveLines(revisions(), savedAt ?? "") };
}

/** EPUB requires that `mimetype` is not compressed; images and fonts already are. */
const stored = /^mimetype$|\.(?:jpe?g|png|gif|webp|woff2)$/;

/** Yields a ZIP archive, one file after the other. */
async function* zip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  // ZIP stores local times, so a fixed local time has the same bytes in every time zone. ZIP begins in 1980.
  const mtime = new Date(1980, 0, 1);
  const chunks: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for await (const { path, content } of files) {
    const file = stored.test(path) ? new ZipPassThrough(path) : new ZipDeflate(path);
    archive.add(Object.assign(file, { mtime }));
    const parts =
      typeof content === "string" || content instanceof Uint8Array ? [content] : content;
    for await (const part of parts) {
      file.push(Buffer.from(part));
      yield* chunks.splice(0);
    }
    file.push(new Uint8Array(), true);
    yield* chunks.splice(0);
  }
  archive.end();
  yield* chunks.splice(0);
}

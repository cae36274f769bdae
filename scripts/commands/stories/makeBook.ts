import { resolve } from "node:path";
import { collectionPath } from "#protocol/wire/paths";
import type { SiteFiles } from "#service/book";
import type { Settings } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { folderFiles, openSource } from "./revisionSource.ts";
import { assertStoreExists, openStoreSource, type ReportLocation } from "./store.ts";
import { assertFree, type WrittenBook, writeBook } from "./writeBook.ts";

interface BookOrder {
  folder: string;
  /** An archive, a book or a service; undefined means the store. */
  from: string | undefined;
}

/**
 * Writes a book.
 *
 * @returns the message to print.
 */
export async function makeBook(
  { folder, from }: BookOrder,
  settings: Settings,
  reportLocation: ReportLocation,
  signal: AbortSignal,
): Promise<string> {
  const target = resolve(folder);
  await assertFree(target);
  if (from === undefined) {
    await assertStoreExists(settings);
    reportLocation(settings);
  }
  const source = from === undefined ? await openStoreSource(settings) : await openSource(from);
  try {
    const files = source.files ?? collectionFiles(settings);
    const written = await writeBook(target, { ...source, files }, settings, signal);
    return describe(target, written, source.omissions);
  } finally {
    await source.close?.();
  }
}

/** Returns the files in COLLECTION_DIR by their paths on the site. */
function collectionFiles({ collectionDir, collectionOrigin }: Settings): SiteFiles {
  if (collectionOrigin !== undefined) {
    throw new UsageError(
      "With COLLECTION_ORIGIN, only the running service has the portraits: add --from with its URL.",
    );
  }
  const folder = folderFiles(collectionDir);
  return (path) => folder(`/${path}`.replace(collectionPath, ""));
}

function describe(
  folder: string,
  { stories, checkpoint, incomplete }: WrittenBook,
  omissions: readonly string[],
): string {
  const { revisions, tokens } = checkpoint;
  const all = [...omissions];
  if (incomplete > 0)
    all.push(`Portrait or metadata of ${counted(incomplete, "token")}: not found.`);
  const written = stories === 1 ? "1 story" : `${stories} stories`;
  return [
    `Wrote ${written} (${counted(revisions, "signed revision")} of ${counted(tokens, "token")}) to ${folder}. Open index.html in that folder.`,
    ...all.map((omission) => `Left out: ${omission}`),
  ].join("\n");
}

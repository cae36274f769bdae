import { resolve } from "node:path";
import { collectionPath } from "#protocol/wire/paths";
import { bookCheckpoint, hasStory, type SiteFiles } from "#service/book";
import { ApiError, createChain } from "#service/chain";
import type { Settings } from "#service/settings";
import { counted } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { folderFiles, openSource, type RevisionSource } from "./revisionSource.ts";
import { assertStoreExists, openStoreSource, type ReportLocation } from "./store.ts";
import {
  assertFree,
  assertNew,
  openRenderer,
  readTokens,
  type WrittenBook,
  writeBook,
} from "./writeBook.ts";
import { writeEpub } from "./writeEpub.ts";

interface BookOrder {
  /** A new or empty folder, or a new file for an EPUB. */
  path: string;
  isEpub: boolean;
  /** An archive, a book or a service; undefined means the store. */
  from: string | undefined;
}

/**
 * Writes a book.
 *
 * @returns the message to print.
 */
export async function makeBook(
  { path, isEpub, from }: BookOrder,
  settings: Settings,
  reportLocation: ReportLocation,
  signal: AbortSignal,
): Promise<string> {
  const target = resolve(path);
  await (isEpub ? assertNew(target) : assertFree(target));
  if (from === undefined) {
    await assertStoreExists(settings);
    reportLocation(settings);
  }
  const source = from === undefined ? await openStoreSource(settings) : await openSource(from);
  try {
    const site = source.files ?? collectionFiles(settings);
    if (isEpub) return await makeEpub(target, { ...source, files: site }, settings, signal);
    const written = await writeBook(target, { ...source, files: site }, settings, signal);
    const all = [...source.omissions];
    if (written.incomplete > 0)
      all.push(`Portrait or metadata of ${counted(written.incomplete, "token")}: not found.`);
    return describe(`${target}. Open index.html in that folder.`, written, all);
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

async function makeEpub(
  target: string,
  source: RevisionSource,
  settings: Settings,
  signal: AbortSignal,
): Promise<string> {
  const renderer = await openRenderer(settings);
  const tokens = await readTokens(source, signal);
  const phases = await readPhases(settings);
  await writeEpub(
    target,
    { tokens, site: source.files, phases: phases ?? [], renderer, settings },
    signal,
  );
  const all = [...source.omissions];
  if (phases === undefined)
    all.push("the phases, which group the contents: set RPC_URL to a node of the chain.");
  const stories = tokens.filter(hasStory).length;
  return describe(`${target}.`, { stories, checkpoint: bookCheckpoint(tokens) }, all);
}

/** Reads the phases from the chain; undefined if it cannot be read. */
async function readPhases(settings: Settings) {
  try {
    return (await createChain(settings).readMinted()).phases;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

function describe(
  target: string,
  { stories, checkpoint }: Pick<WrittenBook, "stories" | "checkpoint">,
  omissions: readonly string[],
): string {
  const { revisions, tokens } = checkpoint;
  const written = stories === 1 ? "1 story" : `${stories} stories`;
  return [
    `Wrote ${written} (${counted(revisions, "signed revision")} of ${counted(tokens, "token")}) to ${target}`,
    ...omissions.map((omission) => `Left out: ${omission}`),
  ].join("\n");
}

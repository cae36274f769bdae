import type { BookManifest } from "#protocol/book";
import { bookManifestFile, bookReceiptsFile } from "#protocol/book";
import type { NarrativeRecord } from "#protocol/narrative";
import { rootOfHeads } from "#protocol/receiptChain";
import { bookManifestSchema, headOfReceipts, nativeHash, parseReceipt } from "#service/stories";
import { SourceError } from "../../shared/servedReceipts.ts";
import type { SiteFiles } from "./siteFiles.ts";

/**
 * Reads a book's manifest; undefined if the site has none.
 *
 * @throws {SourceError} if it is of another version, or contradicts itself.
 */
export async function readManifest(
  files: SiteFiles,
  place: string,
): Promise<BookManifest | undefined> {
  const bytes = await files.read(bookManifestFile);
  const value = bytes && parseJson(bytes);
  if (value === undefined || !hasFormat(value)) return undefined;
  const manifest = bookManifestSchema.safeParse(value);
  if (!manifest.success) {
    throw new SourceError(`${place} is a damaged book, or one of another version of this program.`);
  }
  if (rootOfHeads(manifest.data.heads, nativeHash) !== manifest.data.checkpoint.root) {
    throw new SourceError(
      `${place} was changed: the heads in ${bookManifestFile} have another root.`,
    );
  }
  return manifest.data;
}

/**
 * Reads the receipts of a book, each drifter's oldest first, and checks them against the manifest.
 *
 * @throws {SourceError}
 */
export async function* readBookReceipts(
  { heads }: BookManifest,
  files: SiteFiles,
  place: string,
): AsyncIterable<NarrativeRecord> {
  for (const head of heads) {
    const path = bookReceiptsFile(head.drifterId);
    const bytes = await files.read(path);
    if (bytes === undefined) throw new SourceError(`${place} is not whole: it lacks ${path}.`);
    const receipts = parseReceipts(bytes)?.reverse();
    if (receipts === undefined || headOfReceipts(receipts)?.hash !== head.hash) {
      throw new SourceError(`${place} was changed: ${path} does not fit ${bookManifestFile}.`);
    }
    yield* receipts;
  }
}

function parseReceipts(bytes: Uint8Array): NarrativeRecord[] | undefined {
  const value = parseJson(bytes);
  try {
    return Array.isArray(value) ? value.map(parseReceipt) : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

function hasFormat(value: unknown): boolean {
  const format: BookManifest["format"] = "fringe-drifters-book";
  return (
    typeof value === "object" && value !== null && "format" in value && value.format === format
  );
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { NarrativeRecord } from "#protocol/narrative";
import { parseReceipt } from "#service/stories";
import { SourceError } from "../../shared/servedReceipts.ts";

/** A file is not a complete, unaltered archive. */
class ArchiveError extends SourceError {
  constructor(reason: string) {
    super(`The archive is invalid. ${reason}`);
  }
}

const format = "fringe-drifters-stories";
const version = 1;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Writes an archive: a header line of JSON, one line per receipt, and a line with their count and the SHA-256 of all
 * lines before. The file is created atomically.
 *
 * @param createdAt stands in the header.
 * @returns the number of receipts.
 * @throws with `code: "EEXIST"` when the file exists.
 */
export async function writeArchive(
  path: string,
  receipts: AsyncIterable<NarrativeRecord>,
  createdAt = new Date().toISOString(),
): Promise<number> {
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "wx");
  try {
    const count = await writeLines(file, receipts, createdAt);
    await file.sync();
    // Unlike a rename, a link never replaces an existing file.
    await link(temporary, path);
    return count;
  } finally {
    await file.close();
    await rm(temporary, { force: true });
    await syncFolderOf(path);
  }
}

async function writeLines(
  file: FileHandle,
  receipts: AsyncIterable<NarrativeRecord>,
  createdAt: string,
) {
  const digest = createHash("sha256");
  const write = async (line: object) => {
    const text = `${JSON.stringify(line)}\n`;
    digest.update(text);
    await file.writeFile(text);
  };
  await write({ format, version, createdAt });
  let count = 0;
  for await (const receipt of receipts) {
    await write(receipt);
    count += 1;
  }
  await write({ receipts: count, sha256: digest.copy().digest("hex") });
  return count;
}

/**
 * Yields the receipts of an archive in order. Completeness is verified only after the last one.
 *
 * @throws {SourceError}
 */
export async function* readArchive(path: string): AsyncIterable<NarrativeRecord> {
  const digest = createHash("sha256");
  let number = 0;
  let hasEnded = false;
  for await (const line of readLines(path)) {
    number += 1;
    if (hasEnded) throw new ArchiveError(`Line ${number} follows the final line.`);
    const value = parseLine(line, number);
    hasEnded = number > 1 && isEnd(value);
    if (number === 1) assertHeader(value);
    else if (isEnd(value)) assertEnd(value, number - 2, digest.digest("hex"));
    else yield asReceipt(value, number);
    if (!hasEnded) digest.update(line);
  }
  if (!hasEnded) throw new ArchiveError("The final line is missing: the file was truncated.");
}

const lineFeed = 0x0a;

/** Yields the lines of a file as bytes, each with its line feed. Other separators such as U+2028 do not end a line. */
async function* readLines(path: string): AsyncIterable<Buffer> {
  let pieces: Buffer[] = [];
  // Safety: a stream without an encoding yields buffers.
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; ) {
      const end = chunk.indexOf(lineFeed, start) + 1 || chunk.length;
      pieces.push(chunk.subarray(start, end));
      start = end;
      if (chunk[end - 1] !== lineFeed) continue;
      yield Buffer.concat(pieces);
      pieces = [];
    }
  }
  if (pieces.length > 0) yield Buffer.concat(pieces);
}

function parseLine(line: Buffer, number: number): object {
  try {
    const value: unknown = JSON.parse(utf8.decode(line));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Reported below, like a JSON line that is not an object.
  }
  throw new ArchiveError(`Line ${number} is not a JSON object in UTF-8.`);
}

function assertHeader(value: object): void {
  if (!("format" in value) || value.format !== format) {
    throw new ArchiveError("The first line is not the header of an archive of stories.");
  }
  if ("version" in value && value.version === version) return;
  throw new ArchiveError(
    `It does not have format version ${version}: use the release that wrote it.`,
  );
}

interface ArchiveEnd {
  receipts: unknown;
  sha256: unknown;
}

function isEnd(value: object): value is ArchiveEnd {
  return "receipts" in value && "sha256" in value;
}

function assertEnd({ receipts, sha256 }: ArchiveEnd, count: number, digest: string): void {
  if (receipts === count && sha256 === digest) return;
  throw new ArchiveError("The checksum does not match: the file was changed after it was written.");
}

function asReceipt(value: object, number: number): NarrativeRecord {
  try {
    return parseReceipt(value);
  } catch {
    throw new ArchiveError(`Line ${number} is not a receipt.`);
  }
}

async function syncFolderOf(path: string): Promise<void> {
  const folder = await open(dirname(path));
  await folder.sync();
  await folder.close();
}

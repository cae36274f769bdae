import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { SignedRevision } from "#protocol/wire/responses";
import { signedRevisionSchema } from "#protocol/wire/responses";
import { SourceError } from "../../shared/servedRevisions.ts";

/** Thrown if a file is not a complete, unaltered archive. */
class ArchiveError extends SourceError {
  constructor(reason: string) {
    super(`The archive is invalid. ${reason}`);
  }
}

const format = "fringe-drifters-stories";
const version = 1;

/**
 * Writes an archive: a header line of JSON, one line per signed revision, and a line with their count and the SHA-256
 * of all lines before. The file is created atomically.
 *
 * @param createdAt time for the header. @returns the number of signed revisions. @throws {Error}
 * with `code: "EEXIST"` if the file exists.
 */
export async function writeArchive(
  path: string,
  revisions: AsyncIterable<SignedRevision>,
  createdAt = new Date().toISOString(),
): Promise<number> {
  let count = 0;
  const counted = async function* () {
    for await (const signed of revisions) {
      yield signed;
      count += 1;
    }
  };
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "wx");
  try {
    await file.writeFile(archiveLines(counted(), createdAt));
    await file.sync();
    // Links instead of renaming, because a link never replaces an existing file.
    await link(temporary, path);
    return count;
  } finally {
    await file.close();
    await rm(temporary, { force: true });
    await syncParentFolder(path);
  }
}

/** Yields an archive's lines, as `writeArchive` writes them. */
export async function* archiveLines(
  revisions: AsyncIterable<SignedRevision>,
  createdAt: string,
): AsyncGenerator<string> {
  const digest = createHash("sha256");
  let count = 0;
  const formatLine = (value: object) => {
    const line = `${JSON.stringify(value)}\n`;
    digest.update(line);
    return line;
  };
  yield formatLine({ format, version, createdAt });
  for await (const signed of revisions) {
    count += 1;
    yield formatLine(signed);
  }
  yield `${JSON.stringify({ revisions: count, sha256: digest.digest("hex") })}\n`;
}

/**
 * Yields an archive's signed revisions in order, from its file or its bytes. Verifies completeness only after the last
 * revision.
 *
 * @throws {SourceError}
 */
export async function* readArchive(
  archive: string | AsyncIterable<Buffer>,
): AsyncIterable<SignedRevision> {
  const chunks = typeof archive === "string" ? createReadStream(archive) : archive;
  const digest = createHash("sha256");
  let count = 0;
  let end: { revisions: unknown; sha256: unknown } | undefined;
  for await (const line of splitLines(chunks)) {
    count += 1;
    if (end !== undefined) throw new ArchiveError(`Line ${count} follows the final line.`);
    const value = parseLine(line, count);
    if (count === 1) assertHeader(value);
    else if (isEnd(value)) end = value;
    else yield toSignedRevision(value, count);
    if (end === undefined) digest.update(line);
  }
  if (end === undefined) {
    throw new ArchiveError("The final line is missing: the file was truncated.");
  }
  if (end.revisions === count - 2 && end.sha256 === digest.digest("hex")) return;
  throw new ArchiveError("The checksum does not match: the file was changed after it was written.");
}

const maxLineMegabytes = 16;

/** Yields lines with their separator, without a byte order mark; separators such as U+2028 do not end a line. */
async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let isStart = true;
  for await (const chunk of chunks) {
    rest = Buffer.concat([rest, chunk]);
    if (isStart && rest.length < 3) continue;
    if (isStart && rest.subarray(0, 3).toString() === "\uFEFF") rest = rest.subarray(3);
    isStart = false;
    for (let end = rest.indexOf("\n"); end !== -1; end = rest.indexOf("\n")) {
      yield rest.subarray(0, end + 1);
      rest = rest.subarray(end + 1);
    }
    if (rest.length > maxLineMegabytes * 1024 ** 2) {
      throw new ArchiveError(`A line is larger than ${maxLineMegabytes} MB, the maximum.`);
    }
  }
  if (rest.length > 0) yield rest;
}

function parseLine(line: Buffer, number: number): object {
  try {
    const value: unknown = JSON.parse(
      new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(line),
    );
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Reported below, like a JSON line that is not an object.
  }
  throw new ArchiveError(`Line ${number} is not a JSON object in UTF-8.`);
}

function assertHeader(value: object): void {
  if (!("format" in value) || value.format !== format) {
    throw new ArchiveError("The first line is not a story archive's header.");
  }
  if ("version" in value && value.version === version) return;
  throw new ArchiveError(
    `The archive does not have format version ${version}: use the release that wrote it.`,
  );
}

function isEnd(value: object): value is { revisions: unknown; sha256: unknown } {
  return "revisions" in value && "sha256" in value;
}

function toSignedRevision(value: object, number: number): SignedRevision {
  try {
    return signedRevisionSchema.parse(value);
  } catch {
    throw new ArchiveError(`Line ${number} is not a signed revision.`);
  }
}

async function syncParentFolder(path: string): Promise<void> {
  const folder = await open(dirname(path));
  await folder.sync();
  await folder.close();
}

import { hash } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
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
  const lines: object[] = [{ format, version, createdAt }];
  for await (const signed of revisions) lines.push(signed);
  const count = lines.length - 1;
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const end = `${JSON.stringify({ revisions: count, sha256: hash("sha256", text) })}\n`;
  const temporary = `${path}.${process.pid}.tmp`;
  const file = await open(temporary, "wx");
  try {
    await file.writeFile(text + end);
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

/**
 * Yields an archive's signed revisions in order. Verifies completeness only after the last revision.
 *
 * @throws {SourceError}
 */
export async function* readArchive(path: string): AsyncIterable<SignedRevision> {
  const file = await readFile(path);
  const bytes = file.subarray(file.subarray(0, 3).toString() === "\uFEFF" ? 3 : 0);
  // Other separators such as U+2028 do not end a line.
  const lines = bytes.toString("latin1").split(/(?<=\n)/);
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const value = parseLine(Buffer.from(line, "latin1"), index + 1);
    if (index === 0) assertHeader(value);
    else if (isEnd(value)) {
      if (index < lines.length - 1) {
        throw new ArchiveError(`Line ${index + 2} follows the final line.`);
      }
      const digest = hash("sha256", bytes.subarray(0, length));
      if (value.revisions === index - 1 && value.sha256 === digest) return;
      throw new ArchiveError(
        "The checksum does not match: the file was changed after it was written.",
      );
    } else yield toSignedRevision(value, index + 1);
    length += line.length;
  }
  throw new ArchiveError("The final line is missing: the file was truncated.");
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

import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Adapter } from "lowdb";
import { ifMissing } from "#protocol/values/ifMissing";

/** Thrown when a file's content is corrupt. */
export class CorruptFileError extends Error {
  override name = "CorruptFileError";
}

/** Thrown when the last step of a write fails, so that the content on disk is unknown. */
export class UncertainWriteError extends Error {
  override name = "UncertainWriteError";
}

/** File modes for data files and folders, so that only the service's user can read hidden stories and signatures. */
const fileMode = 0o600;
export const folderMode = 0o700;

const probeBytes = 4_096;
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * A lowdb adapter that writes one JSON file durably and atomically: the new content is on disk once
 * `write` resolves; before that, or if `write` fails, the old content is.
 */
export class DurableFile<Data> implements Adapter<Data> {
  readonly #path: string;
  readonly #parse: (value: unknown) => Data;

  /** @param parse validates the parsed JSON; throws if it is not valid `Data`. */
  constructor(path: string, parse: (value: unknown) => Data) {
    this.#path = path;
    this.#parse = parse;
  }

  /** @throws {CorruptFileError} unless the file is a regular file with valid `Data` as UTF-8 JSON. */
  async read(): Promise<Data | null> {
    const bytes = await readIfPresent(this.#path);
    if (bytes === undefined) return null;
    try {
      return this.#parse(JSON.parse(utf8.decode(bytes)));
    } catch (error) {
      // The parser's message quotes the content, which must not appear in logs.
      const kind = error instanceof Error ? error.name : "error";
      throw new CorruptFileError(`${this.#path} is corrupt (${kind}).`);
    }
  }

  async write(data: Data): Promise<void> {
    const bytes = JSON.stringify(data);
    const temporary = `${this.#path}.${randomUUID()}.tmp`;
    // Opened before the rename, so that a lack of file handles cannot fail the write afterwards.
    await using folder = await open(dirname(this.#path));
    try {
      await writeAndSync(temporary, bytes);
      await rename(temporary, this.#path);
      await this.#syncName(folder);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => undefined);
      throw error;
    }
  }

  async #syncName(folder: FileHandle): Promise<void> {
    try {
      await folder.sync();
    } catch (cause) {
      throw new UncertainWriteError(`${this.#path} may or may not be on disk.`, { cause });
    }
  }
}

/** Returns whether a file name belongs to a killed process's temporary file. */
export function isTemporaryFile(name: string): boolean {
  return /\.json\.[0-9a-f-]{36}\.tmp$/.test(name);
}

/** Removes killed processes' temporary files from a folder. */
export function removeTemporaryFiles(folder: string): Promise<void> {
  return removeFiles(folder, isTemporaryFile);
}

/** Removes matching files, but not folders, from a folder. */
export async function removeFiles(
  folder: string,
  isWanted: (name: string) => boolean,
): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (isWanted(entry.name) && !entry.isDirectory()) await rm(join(folder, entry.name));
  }
}

/** Creates a folder and its missing parents durably. */
export async function makeFolder(folder: string): Promise<void> {
  const outermost = await mkdir(folder, { recursive: true, mode: folderMode });
  if (outermost === undefined) return;
  for (let made = folder; made !== dirname(outermost); made = dirname(made)) {
    await syncFolder(dirname(made));
  }
}

/** Writes and removes a test file; throws the error that a save would throw. */
export async function probeFolder(path: string): Promise<void> {
  const probe = join(path, `probe.json.${randomUUID()}.tmp`);
  try {
    await writeAndSync(probe, "a save".padEnd(probeBytes));
  } finally {
    await rm(probe, { force: true });
  }
}

/** Syncs a folder, so that its entries are durable. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path);
  await folder.sync();
}

async function writeAndSync(path: string, content: string): Promise<void> {
  await using file = await open(path, "wx", fileMode);
  await file.writeFile(content);
  await file.sync();
}

async function readIfPresent(path: string): Promise<Buffer | undefined> {
  try {
    await using file = await openForReading(path);
    if ((await file.stat()).isFile()) return await file.readFile();
  } catch (error) {
    return ifMissing(error);
  }
  throw new CorruptFileError(`${path} is not a regular file.`);
}

/** Opens a file for reading; unlike `open`, does not block on a pipe without a writer. */
function openForReading(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

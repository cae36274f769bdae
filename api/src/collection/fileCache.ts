import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { folderMode } from "../durableFile.ts";
import { SizedCache } from "../sizedCache.ts";

/** Contents that never change, by key: in memory and in a folder, each limited in size. */
export interface FileCache {
  get(key: string): Promise<Buffer | undefined>;
  /** Stores a content; in the folder, in the background. */
  set(key: string, content: Buffer): void;
  /** Resolves when all contents are in the folder. */
  settled(): Promise<void>;
}

interface FileCacheOptions {
  folder: string;
  /** Maximum size of the folder. Several processes may share it; it is then larger until one of them looks. */
  mostBytes: number;
  logger: Logger;
}

const memoryBytes = 64 * 1024 ** 2;
/** Share of the folder's maximum that is left when the oldest files are removed. */
const shareKept = 0.8;
/** A temporary file of this age was left by a killed process. */
const temporaryMilliseconds = 60_000;
const digestBytes = 32;

/**
 * Opens the cache. Each file is the SHA-256 of its content, then the content: one that a crash has damaged counts as
 * missing. If the folder cannot be used, contents are in memory only, and the log says so once.
 */
export function openFileCache({ folder, mostBytes, logger }: FileCacheOptions): FileCache {
  const memory = new SizedCache<string, Buffer>(memoryBytes, ({ length }) => length);
  let writing: Promise<void> = Promise.resolve();
  /** Size of the folder; undefined before the first write. */
  let bytes: number | undefined;
  let isReported = false;

  return {
    async get(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      const found = await readWhole(fileOf(key));
      if (found !== undefined) memory.set(key, found);
      return found;
    },
    set(key, content) {
      memory.set(key, content);
      writing = writing.then(() => write(fileOf(key), content)).catch(report);
    },
    settled: () => writing,
  };

  function fileOf(key: string): string {
    return join(folder, sha256(key).toString("hex"));
  }

  async function write(file: string, content: Buffer): Promise<void> {
    if (bytes === undefined) {
      await mkdir(folder, { recursive: true, mode: folderMode });
      bytes = await trim(folder, mostBytes);
    }
    const temporary = `${file}.${randomUUID()}.tmp`;
    await writeFile(temporary, Buffer.concat([sha256(content), content]), { mode: 0o600 });
    await rename(temporary, file);
    bytes += digestBytes + content.length;
    if (bytes > mostBytes) bytes = await trim(folder, mostBytes);
  }

  function report(error: unknown): void {
    if (!isReported) logger.warn({ err: error }, "files from IPFS are not kept on disk");
    isReported = true;
  }
}

function sha256(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}

/** Reads a content, and marks its file as used; undefined if it is missing or damaged. */
async function readWhole(file: string): Promise<Buffer | undefined> {
  try {
    const whole = await readFile(file);
    const content = whole.subarray(digestBytes);
    if (!sha256(content).equals(whole.subarray(0, digestBytes))) return undefined;
    const now = new Date();
    await utimes(file, now, now).catch(() => undefined);
    return content;
  } catch {
    return undefined;
  }
}

/** Removes files left by killed processes and, if the folder is too large, those unused longest. Returns its size. */
async function trim(folder: string, mostBytes: number): Promise<number> {
  const files = await Promise.all((await readdir(folder)).map((name) => fileIn(folder, name)));
  const kept = files.filter((file) => file !== undefined).sort((a, b) => b.usedAt - a.usedAt);
  const total = kept.reduce((sum, { size }) => sum + size, 0);
  const target = total > mostBytes ? mostBytes * shareKept : mostBytes;
  let bytes = 0;
  for (const { path, size } of kept) {
    if (bytes + size > target) await rm(path, { force: true });
    else bytes += size;
  }
  return bytes;
}

async function fileIn(folder: string, name: string) {
  const path = join(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const isLeft = name.endsWith(".tmp") && Date.now() - found.mtimeMs > temporaryMilliseconds;
  if (isLeft) await rm(path, { force: true });
  return isLeft ? undefined : { path, size: found.size, usedAt: found.mtimeMs };
}

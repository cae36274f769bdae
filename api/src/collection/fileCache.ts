import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Logger } from "pino";
import { folderMode } from "../durableFile.ts";

/** Contents that never change, by key, in a folder of limited size. */
export interface FileCache {
  get(key: string): Promise<Buffer | undefined>;
  /** Stores a content; resolves also if that fails. */
  set(key: string, content: Buffer): Promise<void>;
}

interface FileCacheOptions {
  folder: string;
  maxBytes: number;
  logger: Logger;
}

const digestBytes = 32;

/**
 * Opens the cache. Each file is the SHA-256 of its content, then the content: one that a crash has damaged counts as
 * missing. When the folder is full, the older half is removed. If it cannot be used, the log says so once.
 */
export function openFileCache({ folder, maxBytes, logger }: FileCacheOptions): FileCache {
  let writing: Promise<void> = Promise.resolve();
  /** Size of the folder; undefined before the first write. */
  let bytes: number | undefined;
  let isReported = false;
  const fileOf = (key: string) => join(folder, sha256(key).toString("hex"));

  return {
    async get(key) {
      const whole = await readFile(fileOf(key)).catch(() => Buffer.alloc(0));
      const content = whole.subarray(digestBytes);
      return sha256(content).equals(whole.subarray(0, digestBytes)) ? content : undefined;
    },
    set(key, content) {
      writing = writing
        .then(() => write(fileOf(key), content))
        .catch((error) => {
          if (!isReported)
            logger.warn({ err: error }, "the collection's files are not kept on disk");
          isReported = true;
        });
      return writing;
    },
  };

  async function write(file: string, content: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true, mode: folderMode });
    if (bytes === undefined || bytes > maxBytes) bytes = await trim(folder, maxBytes);
    const temporary = `${file}.${randomUUID()}.tmp`;
    await writeFile(temporary, Buffer.concat([sha256(content), content]), { mode: 0o600 });
    await rename(temporary, file);
    bytes += digestBytes + content.length;
  }
}

function sha256(content: string | Buffer): Buffer {
  return createHash("sha256").update(content).digest();
}

/** Removes the older half of a folder that is too large. Returns its size. */
async function trim(folder: string, maxBytes: number): Promise<number> {
  const files = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      const found = await stat(path).catch(() => undefined);
      return { path, size: found?.size ?? 0, writtenAt: found?.mtimeMs ?? 0 };
    }),
  );
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let kept = 0;
  for (const { path, size } of files.sort((a, b) => b.writtenAt - a.writtenAt)) {
    if (total > maxBytes && kept + size > maxBytes / 2) await rm(path, { force: true });
    else kept += size;
  }
  return kept;
}

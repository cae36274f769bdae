import { createReadStream, createWriteStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { limitBytes, maxPortraitBytes, SourceError } from "../../shared/limitedReads.ts";
import { reach } from "../../shared/servedReceipts.ts";

/** Files of a site, such as `drifters/images/7.jpg`. */
export interface SiteFiles {
  /**
   * Copies a file to a new one.
   *
   * @returns whether the site has it.
   * @throws {SourceError} also for a file of more than `maxPortraitBytes`.
   */
  copy(path: string, target: string): Promise<boolean>;
}

/** Regular files in a folder. */
export function folderFiles(folder: string): SiteFiles {
  return {
    async copy(path, target) {
      const source = join(folder, path);
      // A pipe would wait for ever.
      const isThere = (await stat(source).catch(undefinedIfMissing))?.isFile() ?? false;
      if (isThere) await write(createReadStream(source), source, target);
      return isThere;
    },
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** Files below a URL, which ends with a slash. */
export function servedFiles(base: URL): SiteFiles {
  return {
    async copy(path, target) {
      const url = new URL(path, base);
      const response = await reach(url);
      if (response.status === 404) return false;
      if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
      await write(response.body ?? [], url, target).catch((error) => {
        // Of the disk.
        if (error instanceof SourceError || "syscall" in error) throw error;
        throw new SourceError(`${url} ended early.`);
      });
      return true;
    },
  };
}

function write(source: AsyncIterable<Uint8Array> | [], location: string | URL, target: string) {
  const bytes = (async function* () {
    yield* source;
  })();
  return pipeline(
    limitBytes(bytes, maxPortraitBytes, location),
    createWriteStream(target, { flags: "wx" }),
  );
}

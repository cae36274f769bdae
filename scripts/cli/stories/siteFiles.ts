import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fetchIfThere } from "../../shared/servedReceipts.ts";

/** Reads a file of a site, such as `drifters/images/7.jpg`; undefined if the site does not have it. */
export type SiteFiles = (path: string) => Promise<Buffer | undefined>;

/** Regular files in a folder. */
export function folderFiles(folder: string): SiteFiles {
  return async (path) => {
    const file = join(folder, path);
    // A pipe would wait for ever.
    const isThere = (await stat(file).catch(undefinedIfMissing))?.isFile() ?? false;
    return isThere ? readFile(file) : undefined;
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** Files below a URL, which ends with a slash. */
export function servedFiles(base: URL): SiteFiles {
  return (path) => fetchIfThere(new URL(path, base));
}

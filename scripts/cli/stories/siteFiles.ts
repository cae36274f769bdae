import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { reach, SourceError } from "../../shared/servedReceipts.ts";

/** Reads files of a site, such as `drifters/images/7.jpg`. */
export interface SiteFiles {
  /**
   * Reads a file; undefined if the site does not have it.
   *
   * @throws {SourceError}
   */
  read(path: string): Promise<Uint8Array | undefined>;
  close?(): Promise<void>;
}

/** Files in a folder. */
export function folderFiles(folder: string): SiteFiles {
  return {
    async read(path) {
      try {
        return await readFile(join(folder, path));
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
  };
}

function isMissing(error: unknown): boolean {
  const codes: unknown[] = ["ENOENT", "ENOTDIR"];
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

/** Files below a URL, which ends with a slash. */
export function servedFiles(base: URL): SiteFiles {
  return {
    async read(path) {
      const url = new URL(path, base);
      const response = await reach(url);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new SourceError(`${url} returned status ${response.status}.`);
      return response.bytes().catch(() => {
        throw new SourceError(`${url} ended early.`);
      });
    },
  };
}

/** Whether a file begins as a CAR does: with the CBOR map of its roots. */
export async function isCar(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16) });
  return buffer.subarray(0, bytesRead).includes("\xa2\x65roots", 0, "latin1");
}

import { constants } from "node:fs";
import { copyFile, open, readFile, writeFile } from "node:fs/promises";
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
  /**
   * Copies a file to a new one.
   *
   * @returns whether the site has it.
   * @throws {SourceError}
   */
  copy(path: string, target: string): Promise<boolean>;
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
    async copy(path, target) {
      try {
        await copyFile(join(folder, path), target, constants.COPYFILE_EXCL);
        return true;
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
    },
  };
}

/** Copies a file that is not on this disk. */
export async function copyByReading(
  { read }: Pick<SiteFiles, "read">,
  path: string,
  target: string,
): Promise<boolean> {
  const bytes = await read(path);
  if (bytes !== undefined) await writeFile(target, bytes, { flag: "wx" });
  return bytes !== undefined;
}

function isMissing(error: unknown): boolean {
  const codes: unknown[] = ["ENOENT", "ENOTDIR"];
  return error instanceof Error && "code" in error && codes.includes(error.code);
}

/** Thrown when a site refuses a file, rather than not having it. */
export class RefusedFileError extends SourceError {}

/** Files below a URL, which ends with a slash. */
export function servedFiles(base: URL): SiteFiles {
  const files: SiteFiles = {
    async read(path) {
      const url = new URL(path, base);
      const response = await reach(url);
      if (response.status === 404) return undefined;
      if (!response.ok) throw new RefusedFileError(`${url} returned status ${response.status}.`);
      return response.bytes().catch(() => {
        throw new SourceError(`${url} ended early.`);
      });
    },
    copy: (path, target) => copyByReading(files, path, target),
  };
  return files;
}

/** Whether a file begins as a CAR does: with the CBOR map of its roots. */
export async function isCar(path: string): Promise<boolean> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(16) });
  return buffer.subarray(0, bytesRead).includes("\xa2\x65roots", 0, "latin1");
}

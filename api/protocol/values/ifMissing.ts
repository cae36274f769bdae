/**
 * Returns undefined for a missing file or folder, as in `stat(path).catch(ifMissing)`.
 *
 * @throws {unknown} every other error, because missing permissions or too many open files do not mean that the file
 * does not exist.
 */
export function ifMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

/**
 * Catches the error of a file or folder that does not exist, as in `stat(path).catch(ifMissing)`. Throws every other
 * one, because missing rights or too many open files do not mean that there is nothing.
 */
export function ifMissing(error: unknown): undefined {
  const code = error instanceof Error && "code" in error && error.code;
  if (code === "ENOENT" || code === "ENOTDIR") return undefined;
  throw error;
}

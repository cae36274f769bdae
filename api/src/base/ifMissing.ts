/**
 * Catches the error of a file or folder that does not exist, as in `stat(path).catch(ifMissing)`. Throws every other
 * one, because missing rights or too many open files do not mean that there is nothing.
 */
export function ifMissing(error: unknown): undefined {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
  throw error;
}

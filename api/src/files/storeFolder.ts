import { access, constants, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname } from "node:path";

/** Thrown when DATA_DIR cannot be used: its permissions must be fixed, or another folder configured. */
export class StoreFolderError extends Error {
  override name = "StoreFolderError";
}

/**
 * Runs `open` and converts errors about the folder DATA_DIR.
 *
 * @throws {StoreFolderError} when this process may not use or create it.
 */
export async function openingFolder<Opened>(
  dataDir: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const { code, path = dataDir }: NodeJS.ErrnoException =
      error instanceof Error ? error : ({} as Error);
    const existing = await nearestThere(path);
    const purpose = existing.length < dataDir.length ? ` to make ${dataDir}` : "";
    const fault = describe(await codeAt(code, existing), existing, dataDir, purpose);
    if (fault === undefined) throw error;
    const message = `${fault}, or set DATA_DIR to another folder.`;
    throw new StoreFolderError(message, { cause: error });
  }
}

/** Returns the start of a sentence that says what to fix; undefined for other errors. */
function describe(code: string | undefined, existing: string, dataDir: string, purpose: string) {
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `The user ${describeUser()} may not read and write ${existing}${purpose}. Give it permission`;
    case "EROFS":
      return `${existing} is on a file system that is read-only for this process. Make it writable`;
    case "ENOTDIR":
    case "EEXIST":
      return `${dataDir} cannot be a folder, because ${existing} is a file. Move that away`;
    default:
      return undefined;
  }
}

/** The path, or its longest existing part, in which a missing folder is made. */
async function nearestThere(path: string): Promise<string> {
  const above = dirname(path);
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || above === path ? path : nearestThere(above);
}

/** `mkdir` does not say that a file system is read-only. */
async function codeAt(code: string | undefined, existing: string): Promise<string | undefined> {
  if (code !== "ENOENT") return code;
  const rejection = await access(existing, constants.W_OK).catch((rejection) => rejection);
  return rejection?.code ?? code;
}

/** The user as `chown` accepts it; in a container a user may only have a number. */
function describeUser(): string {
  try {
    const { username, uid } = userInfo();
    return `${username} (${uid})`;
  } catch {
    return String(process.geteuid?.());
  }
}

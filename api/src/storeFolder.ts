import { access, constants, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, relative } from "node:path";
import { FolderLockError } from "./narratives/folderLock.ts";

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
    const fault = await describeFault(error, dataDir);
    if (fault === undefined) throw error;
    const message = `${fault}, or set DATA_DIR to another folder.`;
    throw new StoreFolderError(message, { cause: error });
  }
}

/** Returns the start of a sentence that says what to fix; undefined for other errors. */
async function describeFault(error: unknown, dataDir: string): Promise<string | undefined> {
  const place = await nearestThere(textIn(error, "path") ?? dataDir);
  // A missing folder is created inside the nearest existing one.
  const isWithin = !relative(dataDir, place).startsWith("..");
  const purpose = isWithin ? "" : ` to make ${dataDir}`;
  switch (await codeOf(error, place)) {
    case "EACCES":
    case "EPERM":
      return `The user ${describeUser()} may not read and write ${place}${purpose}. Give it the right to`;
    case "EROFS":
      return `${place} is on a file system that is read-only for this process. Make it writable`;
    case "ENOTDIR":
    case "EEXIST":
      return `${dataDir} cannot be a folder, because ${place} is a file. Move that away`;
    default:
      return undefined;
  }
}

/** The path, or its longest existing part. */
async function nearestThere(path: string): Promise<string> {
  const above = dirname(path);
  if (above === path) return path;
  return stat(path).then(
    () => path,
    () => nearestThere(above),
  );
}

/** Neither SQLite's lock nor mkdir says that a file system is read-only. */
async function codeOf(error: unknown, place: string): Promise<string | undefined> {
  const code = textIn(error, "code");
  const isLock = error instanceof FolderLockError;
  if (!isLock && code !== "ENOENT") return code;
  if (isLock && error.isInUse) return undefined;
  const refusal: unknown = await access(place, constants.W_OK).catch((refusal) => refusal);
  return textIn(refusal, "code") ?? (isLock ? "EACCES" : code);
}

function textIn(error: unknown, field: "code" | "path"): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path }: NodeJS.ErrnoException = error;
  return { code, path }[field];
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

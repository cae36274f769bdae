import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Thrown when another process has locked the folder. */
export class FolderLockError extends Error {
  override name = "FolderLockError";
}

/** Name of the lock file, which stays after the lock is released. */
export const lockFile = ".lock";

/** SQLite's result code for a locked database. */
const busy = 5;

/**
 * Locks a folder with SQLite's lock on an empty file: the only lock in Node's core that the
 * operating system releases when the process dies. The lock takes no disk space.
 *
 * @returns the unlock function.
 * @throws {FolderLockError}
 */
export function lockFolder(folder: string): () => void {
  const path = join(folder, lockFile);
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path);
    // On a read-only file, SQLite takes the lock but fails at the first write.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
  } catch (error) {
    database?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === busy) {
      throw new FolderLockError(
        `Another process is using ${folder}. Stop that process, or set DATA_DIR to a different folder.`,
      );
    }
    // SQLite does not report the reason. Opening the file earlier is not possible, because closing
    // it would release the lock.
    closeSync(openSync(path, "a"));
    throw error;
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

import { closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Thrown when another process has locked the folder. */
export class FolderLockError extends Error {
  override name = "FolderLockError";
}

/** Name of the lock file, which remains after the lock is released. */
export const lockFile = ".lock";

/** SQLite result code of a locked database. */
const busy = 5;

/**
 * Locks a folder with SQLite's lock on an empty file: the only lock in Node's core that the operating system releases
 * when the process dies. It takes no space on the disk.
 *
 * @returns a function that unlocks it.
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
        `Another process keeps its stories in ${folder}. End that process, or set DATA_DIR to another folder.`,
      );
    }
    // SQLite does not report why. The file is not opened earlier because closing it would release the lock.
    closeSync(openSync(path, "a"));
    throw error;
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Thrown when another process has locked the folder, or this one may not write in it. */
export class FolderLockError extends Error {
  override name = "FolderLockError";
  readonly isInUse: boolean;

  constructor(message: string, { isInUse }: { isInUse: boolean }) {
    super(message);
    this.isInUse = isInUse;
  }
}

/** Name of the lock file; it is kept when the lock is released. */
export const lockFile = ".lock";

/**
 * Locks a folder for this process with SQLite's lock on an empty file: the only lock in Node's core that the
 * operating system releases when the process dies.
 *
 * @returns a function that unlocks it.
 * @throws {FolderLockError}
 */
export function lockFolder(folder: string): () => void {
  const database = openLockFile(folder);
  try {
    // On a read-only file, SQLite takes the lock, and fails at the first write.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE; PRAGMA user_version = 1");
  } catch (error) {
    database.close();
    throw explain(error, folder);
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

function openLockFile(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, lockFile));
  } catch (error) {
    throw explain(error, folder);
  }
}

/** Result codes of SQLite. */
const busy = 5;
const cannotWrite = [8, 14];

function explain(error: unknown, folder: string): unknown {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  if (code === busy) {
    return new FolderLockError(
      `Another process keeps its stories in ${folder}. End that process, or set DATA_DIR to another folder.`,
      { isInUse: true },
    );
  }
  if (cannotWrite.some((known) => known === code)) {
    return new FolderLockError(
      `This process may not write in ${folder}. Give its user the right to, or set DATA_DIR to another folder.`,
      { isInUse: false },
    );
  }
  return error;
}

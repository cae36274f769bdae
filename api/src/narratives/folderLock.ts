import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Thrown when another process works in the folder. */
export class FolderInUseError extends Error {
  override name = "FolderInUseError";
}

/**
 * Takes a folder for this process alone. The lock is SQLite's on an empty file: the one in Node's
 * core that the system itself lets go when its holder dies, so that none is ever left behind.
 *
 * @returns how to give it free.
 * @throws {FolderInUseError}
 */
export function lockFolder(folder: string): () => void {
  const database = new DatabaseSync(join(folder, ".lock"));
  try {
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new FolderInUseError(
      `Another process keeps its stories in ${folder}. End that process, or set DATA_DIR to another folder.`,
    );
  }
  return () => {
    if (database.isOpen) database.close();
  };
}

function isBusy(error: unknown): boolean {
  const sqliteBusy = 5;
  return error instanceof Error && "errcode" in error && error.errcode === sqliteBusy;
}

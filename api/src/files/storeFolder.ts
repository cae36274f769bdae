/** Thrown when DATA_DIR cannot be used: its permissions must be fixed, or another folder configured. */
export class StoreFolderError extends Error {
  override name = "StoreFolderError";
}

/** Error codes that require a different folder or permissions; Node may report a read-only disk as ENOENT. */
const folderCodes = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"];

/**
 * Runs `open` and converts errors about DATA_DIR.
 *
 * @throws {StoreFolderError} if this process may not use or create the folder.
 */
export async function openingFolder<Opened>(
  dataDir: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  try {
    return await open();
  } catch (error) {
    const { code = "", message }: NodeJS.ErrnoException =
      error instanceof Error ? error : ({} as Error);
    if (!folderCodes.includes(code)) throw error;
    throw new StoreFolderError(
      `The folder ${dataDir} cannot be used (${message}). Let the service's user read and write it, or set DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

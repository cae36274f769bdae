/** Thrown when DATA_DIR is unusable: the operator must fix its permissions or configure a different folder. */
export class StoreFolderError extends Error {
  override name = "StoreFolderError";
}

/** Error codes that require different permissions or a different folder; Node may report a read-only disk as ENOENT. */
const folderCodes = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"];

/**
 * Runs `open` and converts errors about DATA_DIR.
 *
 * @throws {StoreFolderError} if this process may not use or create the folder.
 */
export async function convertFolderErrors<Opened>(
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
      `The folder ${dataDir} cannot be used (${message}). Let the service's user read and write it, or set DATA_DIR to a different folder.`,
      { cause: error },
    );
  }
}

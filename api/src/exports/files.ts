// Exported as #service/files: durable files, folder locks and databases.
export { asDatabaseError } from "../database/database.ts";
export { CorruptFileError, DurableFile, isTemporaryFile } from "../durableFile.ts";
export { FolderLockError, lockFile, lockFolder } from "../narratives/folderLock.ts";
export { openingFolder } from "../storeFolder.ts";

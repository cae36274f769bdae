// Exported as #service/files: durable files, folder locks and databases.
export { asDatabaseError } from "../files/database.ts";
export { CorruptFileError, DurableFile, isTemporaryFile } from "../files/durableFile.ts";
export { FolderLockError, lockFile, lockFolder } from "../files/folderLock.ts";
export { openingFolder } from "../files/storeFolder.ts";

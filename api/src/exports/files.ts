// Public entry point #service/files: durable files, folder locks and databases.
export { toDatabaseError } from "../files/database.ts";
export { CorruptFileError, DurableFile, isTemporaryFile } from "../files/durableFile.ts";
export { FolderLockError, lockFile, lockFolder } from "../files/folderLock.ts";
export { convertFolderErrors } from "../files/storeFolder.ts";

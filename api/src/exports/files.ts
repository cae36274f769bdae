// For the rest of the repository, as #service/files. Files and databases as the service keeps them: durable, and one process at a time.
export { asDatabaseError, DatabaseError } from "../database/database.ts";
export { CorruptFileError, DurableFile, isLeftover, syncFolder } from "../durableFile.ts";
export { FolderLockError, lockFile, lockFolder } from "../narratives/folderLock.ts";
export { openingFolder, StoreFolderError } from "../storeFolder.ts";

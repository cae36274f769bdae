// Public entry point #service/stories: story stores and signed revisions.
export { compareByNumber } from "../narratives/checkpoint.ts";
export { FolderStore } from "../narratives/folder/folderStore.ts";
export { HiddenFolder } from "../narratives/folder/hiddenFolder.ts";
export {
  countQuarantined,
  latestRevisionFiles,
  parseRevisionFileName,
  readRevisions,
} from "../narratives/folder/revisionFile.ts";
export { PostgresStore } from "../narratives/postgres/postgresStore.ts";
export { type HideList, type NarrativeStore, StoreNotEmptyError } from "../narratives/store.ts";
export { openStore, type StorageLocation } from "../storage.ts";

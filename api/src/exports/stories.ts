// Exported as #service/stories: the stores of stories and their receipts.
export { byNumber, checkpointOf, headOfReceipts } from "../narratives/checkpoint.ts";
export { HiddenFolder } from "../narratives/hiddenFolder.ts";
export { LowdbStore } from "../narratives/lowdbStore.ts";
export { openStore } from "../narratives/openStore.ts";
export { PostgresStore } from "../narratives/postgresStore.ts";
export {
  chainHeadSchema,
  checkpointSchema,
  drifterChainSchema,
  parseReceipt,
} from "../narratives/receipt.ts";
export {
  countQuarantined,
  newestRevisionFiles,
  parseRevisionFileName,
  readReceipts,
  readRevisionFile,
} from "../narratives/revisionFile.ts";
export { type HideList, type NarrativeStore, StoreNotEmptyError } from "../narratives/store.ts";
export { verifyReceipt } from "../signature.ts";

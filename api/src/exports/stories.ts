// Exported as #service/stories: the stores of stories and their receipts.
export { byNumber, checkpointOf, headOfReceipts } from "../narratives/heads.ts";
export { HiddenFolder } from "../narratives/hiddenFolder.ts";
export type { HideList } from "../narratives/hideList.ts";
export { LowdbStore } from "../narratives/lowdbStore.ts";
export { narrativeHash } from "../narratives/narrativeHash.ts";
export { openStore } from "../narratives/openStore.ts";
export { PostgresStore } from "../narratives/postgresStore.ts";
export {
  chainHeadSchema,
  checkpointSchema,
  drifterChainSchema,
  parseReceipt,
} from "../narratives/receipt.ts";
export { countQuarantined, readReceipts } from "../narratives/receiptFolder.ts";
export {
  newestRevisionFiles,
  parseRevisionFileName,
  readRevisionFile,
} from "../narratives/revisionFile.ts";
export { type NarrativeStore, StoreNotEmptyError } from "../narratives/store.ts";
export { verifyReceipt } from "../narratives/verifyReceipt.ts";

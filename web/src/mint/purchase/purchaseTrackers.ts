import { localStore } from "../../page/storage.ts";
import { createTrackers } from "../../transactions/useTransaction.ts";
import { PurchaseTracker } from "./PurchaseTracker.ts";

/** Returns the tracker of a wallet's purchases: one for the mint page and the header. */
export const purchaseTrackerOf = createTrackers("mint", localStore, PurchaseTracker);

import { localStore } from "../../page/storage.ts";
import { createTrackers } from "../../transactions/useTransaction.ts";
import { PurchaseTracker } from "./PurchaseTracker.ts";

/** Returns a wallet's purchase tracker; the mint page and the header share it. */
export const getPurchaseTracker = createTrackers("mint", localStore, PurchaseTracker);

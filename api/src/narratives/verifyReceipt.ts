import type { NarrativeRecord } from "#protocol/narrative";
import {
  type Collection,
  type ReceiptChain,
  type ReceiptStep,
  verifyReceipt as verify,
} from "#protocol/receipt";
import { recoverAddress } from "../recoverAddress.ts";

/** The protocol's `verifyReceipt` with this service's recovery of signers, for thousands of receipts. */
export function verifyReceipt(
  receipt: NarrativeRecord,
  collection: Collection,
  chain: ReceiptChain | undefined,
): Promise<ReceiptStep[]> {
  return verify(receipt, collection, chain, recoverAddress);
}

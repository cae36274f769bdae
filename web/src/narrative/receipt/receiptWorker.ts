import { verifyReceipt } from "#protocol/receipt";
import type { ReceiptQuestion } from "./checkReceipt.ts";
import { createReceiptChain } from "./receiptChain.ts";

// Entry of the worker that checks one receipt. Unlike the page, it may call any RPC endpoint: the server gives its file
// a content security policy of its own.

addEventListener("message", ({ data }: MessageEvent<ReceiptQuestion>) => {
  const { receipt, collection, endpoint } = data;
  const chain = createReceiptChain(collection, endpoint);
  verifyReceipt(receipt, collection, chain).then((steps) => postMessage(steps), reportError);
});

import { queryOptions } from "@tanstack/react-query";
import type { NarrativeRecord } from "#protocol/narrative";
import type { Collection, ReceiptStep } from "#protocol/receipt";
import { runtimeConfig } from "../../env.ts";

/** What the worker is asked. */
export interface ReceiptQuestion {
  receipt: NarrativeRecord;
  collection: Collection;
  /** URL of an RPC endpoint of the collection's chain. */
  endpoint: string;
}

/** Query for the steps of a receipt, checked with an RPC endpoint. */
export function receiptCheckQueryOptions(receipt: NarrativeRecord, endpoint: string) {
  return queryOptions({
    queryKey: ["receipt", receipt, endpoint],
    // The node's answers may differ next time.
    gcTime: 0,
    queryFn: ({ signal }) => {
      const { chain, contractAddress } = runtimeConfig();
      const collection = { chainId: chain.id, contractAddress };
      return checkReceipt({ receipt, collection, endpoint }, signal);
    },
  });
}

/** Checks a receipt in a worker, which ends when the check does or when `signal` aborts it. */
async function checkReceipt(
  question: ReceiptQuestion,
  signal: AbortSignal,
): Promise<ReceiptStep[]> {
  const worker = new Worker(new URL("./receiptWorker.ts", import.meta.url), { type: "module" });
  try {
    return await new Promise((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      worker.addEventListener("message", ({ data }) => resolve(data));
      worker.addEventListener("error", () => reject(new Error("The worker failed.")));
      worker.postMessage(question);
    });
  } finally {
    worker.terminate();
  }
}

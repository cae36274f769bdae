import { queryOptions } from "@tanstack/react-query";
import type { NarrativeRecord } from "#protocol/narrative";
import { verifyReceipt } from "#protocol/receipt";
import { runtimeConfig } from "../../env.ts";
import { createReceiptChain } from "./receiptChain.ts";

/** Query for the steps of a receipt, checked in the browser with the site's node. */
export function receiptCheckQueryOptions(receipt: NarrativeRecord) {
  return queryOptions({
    queryKey: ["receipt", receipt],
    // The node's responses may differ next time.
    gcTime: 0,
    queryFn: () => {
      const { chain, contractAddress } = runtimeConfig();
      const collection = { chainId: chain.id, contractAddress };
      const [endpoint = ""] = chain.rpcUrls.default.http;
      return verifyReceipt(receipt, collection, createReceiptChain(collection, endpoint));
    },
  });
}

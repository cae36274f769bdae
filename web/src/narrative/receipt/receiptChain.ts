import { createClient, defineChain, http } from "viem";
import { getChainId } from "viem/actions";
import { createChainReader } from "#protocol/chainReader";
import type { ReceiptChain } from "#protocol/receipt";
import type { RuntimeConfig } from "#protocol/runtimeConfig";
import { createTransferHistory } from "#protocol/transferHistory";
import { newestBlockNumber } from "../../transactions/newestBlockNumber.ts";

const timeoutMilliseconds = 10_000;

/** The chain of the RPC endpoint that this page is configured with. */
export function createReceiptChain(
  settings: Pick<RuntimeConfig, "chain" | "contractAddress">,
): ReceiptChain {
  const chain = defineChain(settings.chain);
  const transport = http(undefined, { timeout: timeoutMilliseconds, retryCount: 0 });
  const client = createClient({ chain, transport, ccipRead: false });
  return {
    ...createChainReader(client),
    transfers: createTransferHistory(client, settings.contractAddress),
    async readNewestBlock() {
      const [id, number] = await Promise.all([getChainId(client), newestBlockNumber(client)]);
      if (id !== chain.id) throw new Error(`The node serves chain ${id}, not ${chain.id}.`);
      return number;
    },
  };
}

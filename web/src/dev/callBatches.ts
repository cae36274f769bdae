import { type Address, type Hex, numberToHex } from "viem";
import type { NodeRequest } from "./borrowedAccount.ts";

interface CallBatch {
  /** Chosen by the wallet if absent. */
  id?: Hex;
  from: Address;
  calls: readonly { to: Address; data: Hex }[];
  chainId: Hex;
}

interface CallBatchOptions {
  /** Sends a request to the local node, which mines each transaction at once. */
  request: NodeRequest;
  /** Whether to send only a batch's first call, as a wallet that breaks its promise does. */
  isPartial(): boolean;
}

/** Creates a wallet's atomic batches (EIP-5792), for a local node that can take back transactions. */
export function createCallBatches({ request, isPartial }: CallBatchOptions) {
  const statuses = new Map<string, object>();
  return {
    capabilities: (chainId: number) => ({
      [numberToHex(chainId)]: { atomic: { status: "supported" } },
    }),
    /** @param params of `wallet_sendCalls`. */
    async send(params: unknown): Promise<{ id: Hex }> {
      // Safety: EIP-5792 defines this form.
      const [batch] = params as [CallBatch];
      const { id = numberToHex(statuses.size + 1, { size: 32 }) } = batch;
      const { chainId } = batch;
      const envelope = { version: "2.0.0", id, chainId, atomic: !isPartial() };
      statuses.set(id, { ...envelope, ...(await sendInTurn(batch)) });
      return { id };
    },
    /** @param params of `wallet_getCallsStatus`. */
    status(params: unknown): object {
      const [id] = params as [Hex];
      const status = statuses.get(id);
      if (status === undefined) throw Object.assign(new Error("Unknown batch."), { code: 5730 });
      return status;
    },
  };

  async function sendInTurn({ from, calls }: CallBatch) {
    const snapshot = await request({ method: "evm_snapshot", params: [] });
    const receipts: object[] = [];
    try {
      for (const { to, data } of isPartial() ? calls.slice(0, 1) : calls) {
        const hash = await request({ method: "eth_sendTransaction", params: [{ from, to, data }] });
        const params = [hash];
        receipts.push(Object(await request({ method: "eth_getTransactionReceipt", params })));
      }
    } catch {
      await request({ method: "evm_revert", params: [snapshot] });
      return { status: 500, receipts: [] };
    }
    if (!isPartial()) return { status: 200, receipts };
    const failed = calls.slice(1).map(() => ({ ...receipts[0], status: "0x0" }));
    return { status: 600, receipts: [...receipts, ...failed] };
  }
}

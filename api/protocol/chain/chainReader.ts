import { type Address, type Client, type Hex, isHex, numberToHex } from "viem";
import { revertData } from "./revertData.ts";

/** Result of an `eth_call`: return data or revert data. */
export interface CallResult {
  kind: "returned" | "reverted";
  data: Hex;
}

/** Reads a chain's state at a block. Both methods reject with the node's errors. */
export interface ChainReader {
  hasCode(address: Address, blockNumber: bigint): Promise<boolean>;
  /** Calls a contract; without an address, runs `data` as creation code. */
  call(to: Address | undefined, data: Hex, blockNumber: bigint): Promise<CallResult>;
}

/** Gas limit per transaction (EIP-7825), which bounds how long untrusted code can occupy the node. */
const maxCallGas = 2n ** 24n;

/**
 * Creates a reader that uses plain `eth_getCode` and `eth_call`. Unlike viem's actions, it rejects
 * null results and does not follow offchain lookups (ERC-3668).
 */
export function createChainReader(client: Pick<Client, "request">): ChainReader & {
  /** Reads the code at an address; `0x` if there is none. */
  readCode(address: Address, blockNumber: bigint): Promise<Hex>;
} {
  const readCode = async (address: Address, blockNumber: bigint) =>
    requireHex(
      await client.request({ method: "eth_getCode", params: [address, numberToHex(blockNumber)] }),
    );

  return {
    readCode,
    hasCode: async (address, blockNumber) => (await readCode(address, blockNumber)) !== "0x",
    async call(to, data, blockNumber) {
      const transaction = { ...(to && { to }), data, gas: numberToHex(maxCallGas) };
      try {
        const returned = await client.request({
          method: "eth_call",
          params: [transaction, numberToHex(blockNumber)],
        });
        return { kind: "returned", data: requireHex(returned) };
      } catch (error) {
        const reverted = revertData(error);
        if (reverted === undefined) throw error;
        return { kind: "reverted", data: reverted };
      }
    },
  };
}

/** Whether an `eth_call` failed because the contract reverted, which is a result that every node returns. */
export function isRevert(error: unknown): boolean {
  return revertData(error) !== undefined;
}

/**
 * Returns the node's result as hex.
 * @throws {Error} if the result is not hex.
 */
export function requireHex(result: unknown): Hex {
  if (isHex(result)) return result;
  throw new Error("The RPC endpoint's response is not hex.");
}

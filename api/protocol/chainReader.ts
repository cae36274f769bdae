import {
  type Address,
  BaseError,
  type Client,
  type Hex,
  isHex,
  numberToHex,
  RpcRequestError,
} from "viem";

/** Result of an `eth_call`: return data or revert data. */
export interface CallResult {
  kind: "returned" | "reverted";
  data: Hex;
}

/** A chain's state at a block. Both methods throw the node's errors. */
export interface ChainReader {
  hasCode(address: Address, blockNumber: bigint): Promise<boolean>;
  /** Calls a contract; without one, runs `data` as creation code. */
  call(to: Address | undefined, data: Hex, blockNumber: bigint): Promise<CallResult>;
}

/** Gas limit of one transaction (EIP-7825), so that untrusted code cannot keep the node busy for longer. */
const maxCallGas = 2n ** 24n;

/**
 * Creates a reader that uses plain `eth_getCode` and `eth_call`. viem's own actions accept null as "no code"
 * and "no data", and follow a contract's offchain lookups (ERC-3668).
 */
export function createChainReader(client: Pick<Client, "request">): ChainReader & {
  /** The code at an address, `0x` where there is none. */
  readCode(address: Address, blockNumber: bigint): Promise<Hex>;
} {
  const readCode = async (address: Address, blockNumber: bigint) =>
    asHex(
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
        return { kind: "returned", data: asHex(returned) };
      } catch (error) {
        const revertData = readRevert(error);
        if (revertData === undefined) throw error;
        return { kind: "reverted", data: revertData };
      }
    },
  };
}

/** Messages with which nodes report that a contract's code failed. */
const failedExecution =
  /execution reverted|(out of|ran out of) gas|invalid opcode|invalid jump|stack (under|over)flow/i;

/** Whether an `eth_call` failed because the contract's code did, so that every node answers the same. */
export function isRevert(error: unknown): boolean {
  return readRevert(error) !== undefined;
}

/** Returns the revert data, or undefined if the node itself failed. */
function readRevert(error: unknown): Hex | undefined {
  const cause =
    error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null;
  if (!(cause instanceof RpcRequestError)) return undefined;
  const isRevert = cause.code === 3 || failedExecution.test(cause.details);
  if (!isRevert) return undefined;
  const { data } = cause;
  return isHex(data) ? data : "0x";
}

/** @throws if the node's result is not hex. */
export function asHex(result: unknown): Hex {
  if (isHex(result)) return result;
  throw new Error("The RPC endpoint's response is not hex.");
}

import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import {
  type Address,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  pad,
  slice,
  toFunctionSelector,
} from "viem";
import { collectionAbi as abi } from "#chain/abi";
import { localChainId } from "#protocol/chain/localWorld";
import type { DrifterId } from "#protocol/values/drifterId";
import { listen } from "./listen.ts";

/** The only block's number. */
export const fakeBlockNumber = 7;

const block = { number: numberToHex(fakeBlockNumber), hash: pad("0x7"), timestamp: "0x0" };
const ownerOf = toFunctionSelector("ownerOf(uint256)");
const isErc721 = { abi, functionName: "supportsInterface" } as const;
const phase = { abi, functionName: "CURRENTPHASE" } as const;
/** Responses about the chain and the collection, by method or calldata. */
const fixedResults: Readonly<Record<string, unknown>> = {
  eth_chainId: numberToHex(localChainId),
  eth_getBlockByNumber: block,
  eth_getCode: "0x00",
  [encodeFunctionData({ ...isErc721, args: ["0x80ac58cd"] })]: encodeFunctionResult({
    ...isErc721,
    result: true,
  }),
  [encodeFunctionData(phase)]: encodeFunctionResult({ ...phase, result: "" }),
};

/**
 * Serves a fake node with one contract, its tokens' owners, and the responses by which the service recognizes a
 * collection. The fake is deterministic and cheaper than a real node, so that measurements do not depend on a node.
 */
export async function startFakeNode(readOwner: (drifterId: DrifterId) => Address) {
  const respond = (requested: string) => {
    if (requested in fixedResults) return { result: fixedResults[requested] };
    if (!requested.startsWith(ownerOf)) {
      return { error: { code: -32601, message: `${requested} is not supported.` } };
    }
    // Safety: data that starts with a selector is hex.
    return { result: pad(readOwner(String(BigInt(slice(requested as Hex, 4))))) };
  };
  let isLagging = false;
  /** Calls at a block that were rejected; the retry of each reaches a node that has the block. */
  const rejected = new Set<string>();
  const isRejected = (params: readonly unknown[] = []) => {
    const call = JSON.stringify(params);
    if (!isLagging || !String(params[1]).startsWith("0x") || rejected.delete(call)) return false;
    rejected.add(call);
    return true;
  };
  const server = createServer(async (incoming, response) => {
    // Safety: viem sends only such requests.
    const { id, method, params } = (await json(incoming)) as {
      id: number;
      method: string;
      params?: [{ data?: Hex }, ...unknown[]];
    };
    response.setHeader("Content-Type", "application/json");
    const result = isRejected(params)
      ? { error: { code: -32000, message: "header not found" } }
      : respond(params?.[0]?.data ?? method);
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...result }));
  });
  const { url, close } = await listen(server);
  /** While the node lags, the first of two equal calls at a block reaches a node that does not have the block yet. */
  const setLagging = (lags: boolean) => {
    isLagging = lags;
    rejected.clear();
  };
  return { url, close, setLagging, [Symbol.asyncDispose]: close };
}

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
import { z } from "zod";
import { fringeDriftersAbi as abi } from "#chain/abi";
import type { DrifterId } from "#protocol/drifterId";
import { localChainId } from "#protocol/localWorld";
import { listen, type Serving } from "./listen.ts";

const request = z.object({
  id: z.number(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});
const call = z.object({ data: z.string() });

/** Number of the only block. */
export const fakeBlockNumber = 7;

const ownerOf = toFunctionSelector("ownerOf(uint256)");
const isErc721 = { abi, functionName: "supportsInterface" } as const;
const phase = { abi, functionName: "CURRENTPHASE" } as const;
/** Its responses about the chain, and those that identify the collection. */
const fixedAnswers = new Map<string, unknown>([
  ["eth_chainId", numberToHex(localChainId)],
  [
    "eth_getBlockByNumber",
    { number: numberToHex(fakeBlockNumber), hash: pad("0x7"), timestamp: "0x0" },
  ],
  ["eth_getCode", "0x00"],
  [
    encodeFunctionData({ ...isErc721, args: ["0x80ac58cd"] }),
    encodeFunctionResult({ ...isErc721, result: true }),
  ],
  [encodeFunctionData(phase), encodeFunctionResult({ ...phase, result: "" })],
]);

/**
 * Serves a fake node with one contract and its drifters' owners, and the responses by which the service recognises a
 * collection. It is deterministic and cheaper than a real node, so that measurements do not depend on it.
 */
export async function startFakeNode(
  readOwner: (drifterId: DrifterId) => Address,
): Promise<Serving & AsyncDisposable> {
  const answer = (lookupKey: string): { result: unknown } | { error: object } => {
    const known = fixedAnswers.get(lookupKey);
    if (known !== undefined) return { result: known };
    if (!lookupKey.startsWith(ownerOf)) {
      return { error: { code: -32601, message: `${lookupKey} is not supported.` } };
    }
    // Safety: data that starts with a selector is hex.
    return { result: pad(readOwner(String(BigInt(slice(lookupKey as Hex, 4))))) };
  };
  const server = createServer(async (incoming, response) => {
    const { id, method, params } = request.parse(await json(incoming));
    const lookupKey = method === "eth_call" ? call.parse(params[0]).data : method;
    response.setHeader("Content-Type", "application/json");
    response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer(lookupKey) }));
  });
  const { url, close } = await listen(server);
  return { url, close, [Symbol.asyncDispose]: close };
}

import {
  type Address,
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
} from "viem";
import { collectionAbi as abi } from "#chain/abi";
import type { DrifterId } from "../values/drifterId.ts";
import type { ChainReader } from "./chainReader.ts";

const noSuchToken: Hex = encodeErrorResult({ abi, errorName: "OwnerQueryForNonexistentToken" });

/**
 * Reads a token's owner at a block; undefined if the token does not exist there.
 *
 * @throws {Error} when the node or the contract fails. Only the contract's own error means that the
 * token does not exist, because nodes also report their own failures as reverts.
 * @example await readTokenOwner(contract, "7", blockNumber, chain) // "0x3C44…93BC"
 */
export async function readTokenOwner(
  contract: Address,
  drifterId: DrifterId,
  blockNumber: bigint,
  chain: Pick<ChainReader, "call">,
): Promise<Address | undefined> {
  const question = { abi, functionName: "ownerOf" } as const;
  const data = encodeFunctionData({ ...question, args: [BigInt(drifterId)] });
  const result = await chain.call(contract, data, blockNumber);
  if (result.kind === "returned") return decodeFunctionResult({ ...question, data: result.data });
  if (result.data === noSuchToken) return undefined;
  throw new Error(`ownerOf reverted with ${result.data}.`);
}

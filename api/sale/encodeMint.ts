import { encodeFunctionData, type Hex } from "viem";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import type { MintArguments } from "#protocol/wire/mintAuthorization";

/** Encodes a mint's call data, for the transaction and its simulation. */
export function encodeMint(args: MintArguments): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: collectionConfig.mintFunction,
    args,
  });
}

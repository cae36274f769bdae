import { encodeFunctionData, type Hex } from "viem";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import type { MintArguments } from "#protocol/wire/mintAuthorization";

/** Encodes the call of a mint: the one that a wallet pays for, and the one that is simulated. */
export function encodeMint(args: MintArguments): Hex {
  return encodeFunctionData({
    abi: collectionAbi,
    functionName: collectionConfig.mintFunction,
    args,
  });
}

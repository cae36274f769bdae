import { type Hex, size, slice } from "viem";

/** Half of secp256k1's order: of the two equivalent signatures, the one with the higher s is rejected. */
const highestS = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Whether a signature has 65 bytes, v 27 or 28 and a low s: what wallets create and Solidity libraries accept. */
export function isStrictSignature(signature: Hex): boolean {
  if (size(signature) !== 65 || !/1[bc]$/i.test(signature)) return false;
  return BigInt(slice(signature, 32, 64)) <= highestS;
}

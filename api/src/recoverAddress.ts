import { bytesToHex, hexToBytes } from "viem";
import { publicKeyToAddress } from "viem/accounts";
import type { RecoverAddress } from "#protocol/recoverSigner";

type Secp256k1 = typeof import("tiny-secp256k1");

/** Loaded with the first signature, so that a service without saves spends nothing on it. */
let secp256k1: Promise<Secp256k1> | undefined;

/** viem's `recoverAddress` with libsecp256k1 as WebAssembly, which needs an eighth of the CPU time. */
export const recoverAddress: RecoverAddress = async ({ hash, signature }) => {
  secp256k1 ??= import("tiny-secp256k1");
  const { recover } = await secp256k1;
  const bytes = hexToBytes(signature);
  const parity = bytes[64] === 27 ? 0 : 1;
  const publicKey = recover(hexToBytes(hash), bytes.subarray(0, 64), parity);
  if (publicKey === null) throw new Error("No key made this signature.");
  return publicKeyToAddress(bytesToHex(publicKey));
};

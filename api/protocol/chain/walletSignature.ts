import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  isErc6492Signature,
  parseAbi,
  parseErc6492Signature,
} from "viem";
import type { ChainReader } from "./chainReader.ts";

const erc1271Abi = parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]);
const erc1271MagicWord = "0x1626ba7e".padEnd(66, "0");

/** A signature for a contract wallet to validate. */
export interface WalletSignature {
  wallet: Address;
  /** The hash that was signed. */
  hash: Hex;
  signature: Hex;
  /** The block at which to call the wallet. */
  blockNumber: bigint;
}

/**
 * Whether the contract wallet recognizes the signature; `noWallet` if the account has no code and the signature
 * contains no factory that deploys it.
 */
export type WalletSignatureResult = "recognized" | "rejected" | "noWallet";

/**
 * Validates a contract wallet's signature: with ERC-1271 if the wallet is deployed at the block, with ERC-6492 if the
 * signature contains the factory that deploys it. A wallet that reverts, runs out of gas or does not return the
 * standard's magic value rejects the signature. The magic value is 4 bytes, zero-padded to the first 32-byte word of
 * the result; the ABI ignores what follows.
 *
 * @throws {Error} the node's errors.
 */
export async function checkWalletSignature(
  { wallet, hash, signature, blockNumber }: WalletSignature,
  chain: ChainReader,
): Promise<WalletSignatureResult> {
  const isDeployed = await chain.hasCode(wallet, blockNumber);
  if (!isDeployed && !isErc6492Signature(signature)) return "noWallet";
  const result = isDeployed
    ? await chain.call(wallet, isValidSignatureCall(hash, signature), blockNumber)
    : await chain.call(undefined, createValidatorCode(wallet, hash, signature), blockNumber);
  if (result.kind !== "returned") return "rejected";
  const isAccepted = isDeployed ? result.data.startsWith(erc1271MagicWord) : result.data === "0x01";
  return isAccepted ? "recognized" : "rejected";
}

function isValidSignatureCall(hash: Hex, signature: Hex): Hex {
  return encodeFunctionData({ abi: erc1271Abi, args: [hash, unwrap(signature)] });
}

/** Returns the creation code for ERC-6492's validator, which calls the factory and the wallet in one `eth_call`. */
function createValidatorCode(wallet: Address, hash: Hex, signature: Hex): Hex {
  return encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hash, signature],
  });
}

/**
 * Returns the inner signature of an ERC-6492 wrapper, for a wallet deployed after its owner signed.
 * The factory is not called in that case: no call may precede the call to a deployed wallet.
 */
function unwrap(signature: Hex): Hex {
  try {
    return parseErc6492Signature(signature).signature;
  } catch {
    return signature;
  }
}

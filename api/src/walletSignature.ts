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

const erc1271Abi = parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]);
const erc1271MagicWord = "0x1626ba7e".padEnd(66, "0");

/** What one call says about a signature: the call's data, and the one answer that means yes. */
export interface SignatureQuestion {
  data: Hex;
  yes: string;
}

/** Asks a wallet that is deployed whether it recognises `signature` over `hash` (ERC-1271). */
export function askDeployedWallet(hash: Hex, signature: Hex): SignatureQuestion {
  const data = encodeFunctionData({ abi: erc1271Abi, args: [hash, unwrap(signature)] });
  return { data, yes: erc1271MagicWord };
}

/**
 * Asks whether `wallet`, once its factory has made it, would recognise `signature` (ERC-6492). The
 * call has no target: its data is the code of the standard's validator, which runs and is forgotten.
 *
 * @returns undefined when the signature names no factory.
 */
export function askFutureWallet(
  wallet: Address,
  hash: Hex,
  signature: Hex,
): SignatureQuestion | undefined {
  if (!isErc6492Signature(signature)) return undefined;
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    bytecode: erc6492SignatureValidatorByteCode,
    args: [wallet, hash, signature],
  });
  return { data, yes: "0x01" };
}

/**
 * A wallet that was deployed after its owner signed still knows the signature inside the wrapper.
 * The factory in it is not called then: nothing strange may happen first to a wallet that is there.
 */
function unwrap(signature: Hex): Hex {
  if (!isErc6492Signature(signature)) return signature;
  try {
    return parseErc6492Signature(signature).signature;
  } catch {
    return signature;
  }
}

import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { collectionAbi as abi } from "#chain/abi";
import type { CallResult } from "#protocol/chain/chainReader";

const erc721InterfaceId = "0x80ac58cd";
const probes = {
  isErc721: encodeFunctionData({
    abi,
    functionName: "supportsInterface",
    args: [erc721InterfaceId],
  }),
  phase: encodeFunctionData({ abi, functionName: "CURRENTPHASE" }),
};

/**
 * Returns whether a contract is a phased collection: it reports ERC-721 support (ERC-165) and returns a current phase.
 *
 * @param call calls a contract; throws the node's errors.
 */
export async function isSupportedContract(
  address: Address,
  call: (to: Address, data: Hex) => Promise<CallResult>,
): Promise<boolean> {
  const [isErc721, phase] = await Promise.all([
    call(address, probes.isErc721),
    call(address, probes.phase),
  ]);
  const saysYes = isErc721.kind === "returned" && isErc721.data === `0x${"1".padStart(64, "0")}`;
  return saysYes && returnsPhaseName(phase);
}

function returnsPhaseName({ kind, data }: CallResult): boolean {
  if (kind !== "returned") return false;
  try {
    decodeFunctionResult({ abi, functionName: "CURRENTPHASE", data });
    return true;
  } catch {
    return false;
  }
}

import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import { fringeDriftersAbi as abi } from "#chain/abi";
import type { CallResult } from "#protocol/chainReader";

/** Calls a contract; throws the node's errors. */
type Call = (to: Address, data: Hex) => Promise<CallResult>;

const erc721InterfaceId = "0x80ac58cd";
const isErc721Question = encodeFunctionData({
  abi,
  functionName: "supportsInterface",
  args: [erc721InterfaceId],
});
const phaseQuestion = encodeFunctionData({ abi, functionName: "CURRENTPHASE" });

/** Identity precompile of every EVM chain: returns its input. */
const identity: Address = "0x0000000000000000000000000000000000000004";

/**
 * Whether the contract at an address is a drifter collection: it reports ERC-721 through ERC-165 and returns a
 * current phase.
 *
 * @throws when the node does not execute calls.
 */
export async function isFringeDriftersContract(address: Address, call: Call): Promise<boolean> {
  const [isErc721, phase] = await Promise.all([
    call(address, isErc721Question),
    call(address, phaseQuestion),
  ]);
  if (saysYes(isErc721) && namesPhase(phase)) return true;
  // Some nodes report their own failures as reverts or as empty results; these say nothing about the contract.
  const echo = await call(identity, phaseQuestion);
  if (echo.kind === "returned" && echo.data === phaseQuestion) return false;
  throw new Error("The RPC endpoint does not execute contract calls.");
}

function saysYes({ kind, data }: CallResult): boolean {
  return kind === "returned" && data === `0x${"1".padStart(64, "0")}`;
}

function namesPhase({ kind, data }: CallResult): boolean {
  if (kind === "reverted") return false;
  try {
    decodeFunctionResult({ abi, functionName: "CURRENTPHASE", data });
    return true;
  } catch {
    return false;
  }
}

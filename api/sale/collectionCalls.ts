import {
  type AbiFunction,
  type ContractFunctionArgs,
  type ContractFunctionName,
  decodeFunctionData,
  encodeFunctionData,
  getAbiItem,
  type Hex,
} from "viem";
import { collectionAbi } from "#chain/abi";
import { didYouMean } from "#protocol/values/closestName";
import { CallSyntaxError, encodeCallArguments } from "#protocol/values/encodeCall";
import { formatEtherAmount } from "#protocol/values/ether";
import { type SettingCallName, settingCallNames } from "./saleSettings.ts";
import { visibleText } from "./visibleText.ts";

type Abi = typeof collectionAbi;

type TokenCallName = "approve" | "setApprovalForAll" | "transferFrom" | "safeTransferFrom";
/** Name of a function that only the collection's owner or withdraw address can call. */
export type CollectionCallName = Exclude<ContractFunctionName<Abi, "nonpayable">, TokenCallName>;

/** Functions that change no sale setting; a missing name is a type error. */
const otherCalls: Record<Exclude<CollectionCallName, SettingCallName>, true> = {
  adjustPhases: true,
  changeWithdrawer: true,
  setBaseURI: true,
  announceUpdatedMetadata: true,
  gift: true,
  transferOwnership: true,
  renounceOwnership: true,
  withdrawFunds: true,
  withdrawERC20: true,
};

export const collectionCallNames: readonly CollectionCallName[] = [
  ...settingCallNames,
  // Safety: the record has no other keys.
  ...(Object.keys(otherCalls) as (keyof typeof otherCalls)[]),
];

/** A call and its arguments. */
export type CollectionCall<Names extends CollectionCallName = CollectionCallName> = {
  [Name in Names]: {
    functionName: Name;
    args: ContractFunctionArgs<Abi, "nonpayable", Name>;
  };
}[Names];

/** Functions whose calls a parser accepts, with a common title. */
export interface AcceptedCalls<Name extends CollectionCallName> {
  names: readonly Name[];
  /** Title for messages: `the owner's calls to the sale`. */
  title: string;
  /** Names of calls that a different parser accepts, listed in the error message. */
  others?: readonly string[];
}

/** Encodes a call as transaction data. */
export function encodeCall(call: CollectionCall): Hex {
  return encodeFunctionData({ abi: collectionAbi, ...call });
}

/**
 * Decodes a call from transaction data.
 *
 * @throws {Error} if `data` is not such a call.
 */
export function decodeCall(data: Hex): CollectionCall {
  const { functionName, args = [] } = decodeFunctionData({ abi: collectionAbi, data });
  if (!collectionCallNames.some((name) => name === functionName)) {
    throw new Error(`${functionName} is not one of the collection's calls.`);
  }
  // Safety: the name is checked above, and the arguments have the ABI's types.
  return { functionName, args } as CollectionCall;
}

/** Formats a call as `parseCall` accepts it: `adjustPhases("Ember", 1, 101)`. */
export function formatCall({ functionName, args }: CollectionCall): string {
  const inputs = findInputs(functionName);
  const values = args.map((value, index) => {
    if (inputs[index]?.type === "string") return visibleText(JSON.stringify(value));
    if (functionName === "adjustPrice") return formatEtherAmount(BigInt(`${value}`), "ether");
    return Array.isArray(value) ? `[${value.join(", ")}]` : `${value}`;
  });
  return `${functionName}(${values.join(", ")})`;
}

/**
 * Parses a call: `toggleMint()`, `adjustPhases("Ember", 1, 101)`, `adjustPrice(0.05 ether)`, `gift("Ember", [0x…, 0x…])`.
 *
 * @throws {CallSyntaxError}
 */
export function parseCall<Name extends CollectionCallName>(
  text: string,
  { names, title, others = [] }: AcceptedCalls<Name>,
): CollectionCall<Name> {
  const [, name = ""] = /^\s*(\w+)\s*\(/.exec(text) ?? [];
  const functionName = names.find((each) => each === name);
  if (!functionName) {
    const hint = didYouMean(name, [...names, ...others]);
    throw new CallSyntaxError(
      `"${text}" is not one of ${title}: ${names.map(formatSignature).join(", ")}.${hint}`,
    );
  }
  // Safety: `names` includes the name.
  return decodeCall(encodeCallArguments(collectionAbi, [text])) as CollectionCall<Name>;
}

function findInputs(name: CollectionCallName): AbiFunction["inputs"] {
  const { inputs }: AbiFunction = getAbiItem({ abi: collectionAbi, name });
  return inputs;
}

function formatSignature(functionName: CollectionCallName): string {
  return `${functionName}(${findInputs(functionName)
    .map(({ type, name }) => `${type} ${name}`)
    .join(", ")})`;
}

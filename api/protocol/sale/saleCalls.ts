import {
  type AbiFunction,
  type Address,
  type ContractFunctionArgs,
  type ContractFunctionName,
  encodeFunctionData,
  getAbiItem,
  getAddress,
  type Hex,
  isAddress,
  parseEther,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { visibleText } from "./visibleText.ts";

type Abi = typeof fringeDriftersAbi;

/** The owner's calls that decide who may mint what. */
export const saleCallNames = [
  "toggleMint",
  "changePhase",
  "adjustPhases",
  "adjustPrice",
  "adjustMaxBatch",
  "adjustSigner",
] as const satisfies readonly ContractFunctionName<Abi, "nonpayable">[];

export type SaleCallName = (typeof saleCallNames)[number];

/** One of these calls, with its arguments. */
export type SaleCall = {
  [Name in SaleCallName]: {
    functionName: Name;
    args: ContractFunctionArgs<Abi, "nonpayable", Name>;
  };
}[SaleCallName];

/** Thrown for a text that is no call; its message says what would be one. */
export class SaleCallSyntaxError extends Error {
  override name = "SaleCallSyntaxError";
}

/** The data of the transaction that the owner would send. */
export function encodeSaleCall(call: SaleCall): Hex {
  return encodeFunctionData({ abi: fringeDriftersAbi, ...call });
}

/** `adjustPhases("Ember", 1, 101)`: how `parseSaleCall` reads it. */
export function formatSaleCall({ functionName, args }: SaleCall): string {
  const { inputs }: AbiFunction = getAbiItem({ abi: fringeDriftersAbi, name: functionName });
  const values = args.map((value, index) =>
    inputs[index]?.type === "string" ? visibleText(JSON.stringify(value)) : `${value}`,
  );
  return `${functionName}(${values.join(", ")})`;
}

/**
 * Reads a call: `toggleMint()`, `changePhase("Ember")`, `adjustPhases("Ember", 1, 101)`, `adjustPrice(0.05 ether)`.
 *
 * @throws {SaleCallSyntaxError}
 */
export function parseSaleCall(text: string): SaleCall {
  const [, name = "", list = ""] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(text) ?? [];
  const functionName = saleCallNames.find((each) => each === name);
  if (!functionName) {
    throw new SaleCallSyntaxError(
      `"${text}" is none of the owner's calls to the sale: ${saleCallNames.map(signatureOf).join(", ")}.`,
    );
  }
  const given = list.match(/"(?:[^"\\]|\\.)*"|[^,\s][^,]*/g) ?? [];
  const { inputs } = getAbiItem({ abi: fringeDriftersAbi, name: functionName });
  const values = inputs.map(({ type }, index) => parseValue(type, given[index]?.trim()));
  if (given.length !== inputs.length || values.includes(undefined)) {
    throw new SaleCallSyntaxError(`"${text}" does not fit ${signatureOf(functionName)}.`);
  }
  // Safety: there are as many values as inputs, each of its input's type.
  return { functionName, args: values } as unknown as SaleCall;
}

function parseValue(type: string, text: string | undefined): bigint | Address | string | undefined {
  if (text === undefined) return undefined;
  if (type === "address") return isAddress(text) ? getAddress(text) : undefined;
  if (type === "string") return parseString(text);
  const number = parseNumber(text);
  if (number === undefined) return undefined;
  return number < 2n ** BigInt(type.slice("uint".length)) ? number : undefined;
}

function parseNumber(text: string): bigint | undefined {
  const [, coins] = /^(\d+(?:\.\d{1,18})?) ether$/.exec(text) ?? [];
  if (coins !== undefined) return parseEther(coins);
  return /^\d+$/.test(text) ? BigInt(text) : undefined;
}

function parseString(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}

function signatureOf(functionName: SaleCallName): string {
  const { inputs } = getAbiItem({ abi: fringeDriftersAbi, name: functionName });
  return `${functionName}(${inputs.map(({ type, name }) => `${type} ${name}`).join(", ")})`;
}

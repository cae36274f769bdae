import { type Abi, type AbiFunction, type AbiParameter, encodeFunctionData, type Hex } from "viem";
import { parseAddress } from "#protocol/address";
import { parseEtherAmount } from "#protocol/ether";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/**
 * Encodes a call that is given by its function's name and arguments, as separate words or as one text:
 * `["adjustPrice", "0.1 ether"]`, `["adjustPrice(0.1 ether)"]`.
 *
 * @throws {UsageError} if the interface has no such function or the arguments do not fit it.
 */
export function encodeCallWords(abi: Abi, words: readonly string[]): Hex {
  const [functionName = "", ...texts] = words.length === 1 ? splitCall(words[0]) : words;
  const functions = abi.filter((item) => item.type === "function");
  const named = functions.filter(({ name }) => name === functionName);
  const item = named.find(({ inputs }) => inputs.length === texts.length);
  if (item === undefined) throw new UsageError(wrongCall(functionName, named, functions));
  const args = item.inputs.map((input, index) => {
    const value = parseValue(input.type, texts[index] ?? "");
    if (value !== undefined) return value;
    throw new UsageError(`${labelOf(input)} of ${functionName}: "${texts[index]}" is invalid.`);
  });
  try {
    return encodeFunctionData({ abi: [item], functionName, args });
  } catch (error) {
    // viem checks the ranges of numbers and the lengths of bytes.
    throw new UsageError(`${signatureOf(item)}: ${String(error).split("\n")[0]}`);
  }
}

function splitCall(text = ""): string[] {
  const [, name, list = ""] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(text) ?? [];
  if (name === undefined) return [text];
  const given = list.match(/"(?:[^"\\]|\\.)*"|\[[^\]]*\]|[^,\s][^,]*/g) ?? [];
  return [name, ...given.map((each) => each.trim())];
}

function wrongCall(name: string, named: readonly AbiFunction[], all: readonly AbiFunction[]) {
  if (named.length > 0)
    return `Wrong number of arguments. Use ${named.map(signatureOf).join(" or ")}.`;
  const names = [...new Set(all.map((each) => each.name))].sort();
  return `The contract has no function "${name}". It has ${names.join(", ")}.`;
}

function signatureOf({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(labelOf).join(", ")})`;
}

function labelOf({ type, name = "" }: AbiParameter): string {
  return `${type} ${name}`.trim();
}

/** @returns undefined for a text that is no value of this type. */
function parseValue(type: string, text: string): unknown {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined) {
    const list = /^\[(.*)\]$/s.exec(text)?.[1];
    const values = (list?.match(/[^,\s]+/g) ?? []).map((each) => parseValue(element, each));
    return list === undefined || values.includes(undefined) ? undefined : values;
  }
  if (type === "string") return parseText(text);
  if (type === "address") return parseAddress(text);
  if (type === "bool") return text === "true" || (text === "false" ? false : undefined);
  if (type.startsWith("bytes")) return /^0x([\da-f]{2})*$/i.test(text) ? text : undefined;
  if (/^u?int/.test(type)) return parseNumber(text);
  return undefined;
}

function parseText(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function parseNumber(text: string): bigint | undefined {
  const amount = /^(.+) ether$/.exec(text)?.[1];
  if (amount !== undefined) return parseEtherAmount(amount);
  return /^-?\d+$/.test(text) ? BigInt(text) : undefined;
}

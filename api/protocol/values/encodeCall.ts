import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  encodeFunctionData,
  type Hex,
  padHex,
  stringToHex,
} from "viem";
import { parseAddress } from "./address.ts";
import { didYouMean } from "./closestName.ts";
import { parseEtherAmount } from "./ether.ts";
import { valueExample } from "./valueExample.ts";

/** Thrown for invalid call syntax; the message describes valid syntax. */
export class CallSyntaxError extends Error {
  override name = "CallSyntaxError";
}

/**
 * Encodes a call from its function name and arguments, as separate strings or as one string: `["adjustPrice", "0.1
 * ether"]`, `["adjustPrice(0.1 ether)"]`.
 *
 * @throws {CallSyntaxError} if the ABI has no such function, or the arguments do not match its parameters.
 */
export function encodeCallArguments(abi: Abi, positionals: readonly string[]): Hex {
  const [functionName = "", ...texts] =
    positionals.length === 1 ? splitCall(positionals[0]) : positionals;
  const functions = abi.filter((item) => item.type === "function");
  const named = functions.filter(({ name }) => name === functionName);
  const item = named.find(({ inputs }) => inputs.length === texts.length);
  if (item === undefined)
    throw new CallSyntaxError(createCallError(functionName, named, functions));
  const args = item.inputs.map((input, index) => {
    const value = parseValue(input, (texts[index] ?? "").trim());
    if (value !== undefined) return value;
    const example = valueExample(input);
    const advice = example === "" ? "" : ` Write it like this: ${example}`;
    throw new CallSyntaxError(
      `${formatLabel(input)} of ${functionName}: "${texts[index]}" is invalid.${advice}`,
    );
  });
  try {
    return encodeFunctionData({ abi: [item], functionName, args });
  } catch (error) {
    // viem checks the ranges of numbers and the lengths of bytes.
    throw new CallSyntaxError(`${formatSignature(item)}: ${String(error).split("\n")[0]}`);
  }
}

function splitCall(text = ""): string[] {
  const [, name, list = ""] = /^\s*(\w+)\s*\((.*)\)\s*$/s.exec(text) ?? [];
  if (name === undefined) return [text];
  return [name, ...splitList(list)];
}

/** Splits a list at top-level commas, ignoring commas inside strings, lists and tuples. */
function splitList(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [piece] of text.matchAll(/"(?:[^"\\]|\\.)*"|[^"]|"/g)) {
    if (piece === "," && depth === 0) parts.push("");
    else parts.push((parts.pop() ?? "") + piece);
    if ("[(".includes(piece)) depth += 1;
    if ("])".includes(piece)) depth -= 1;
  }
  const trimmed = parts.map((part) => part.trim());
  return trimmed.length === 1 && trimmed[0] === "" ? [] : trimmed;
}

function createCallError(name: string, named: readonly AbiFunction[], all: readonly AbiFunction[]) {
  if (named.length > 0)
    return `Wrong number of arguments. Use ${named.map(formatSignature).join(" or ")}.`;
  const names = [...new Set(all.map((each) => each.name))].sort();
  const hint = didYouMean(name, names) || ` It has ${names.join(", ")}.`;
  return `The contract has no function "${name}".${hint}`;
}

function formatSignature({ name, inputs }: AbiFunction): string {
  return `${name}(${inputs.map(formatLabel).join(", ")})`;
}

function formatLabel({ type, name = "" }: AbiParameter): string {
  return `${type} ${name}`.trim();
}

/**
 * Parses an argument. Lists are `[1, 2]`, `1, 2` or JSON, tuples `(1, "two")`.
 * @returns undefined if `text` is not a value of this type.
 */
function parseValue(parameter: AbiParameter, text: string): unknown {
  const { type } = parameter;
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (element !== undefined) {
    const list = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
    const isNested = element.endsWith("]");
    if (text === "" || (isNested && list === text)) return undefined;
    const each = { ...parameter, type: element };
    const values = splitList(list).map((item) =>
      isNested && !item.startsWith("[") ? undefined : parseValue(each, unquote(element, item)),
    );
    return values.includes(undefined) ? undefined : values;
  }
  if ("components" in parameter) return parseTuple(parameter.components, text);
  if (type === "string") return parseText(text);
  if (type === "address") return parseAddress(text);
  if (type === "bool") return text === "true" || (text === "false" ? false : undefined);
  if (type.startsWith("bytes")) return parseBytes(Number(type.slice(5)), text);
  if (/^u?int/.test(type)) return parseNumber(text);
  return undefined;
}

/** Removes a list item's JSON quotes, except for strings and bytes, where quotes are significant. */
function unquote(type: string, item: string): string {
  return /^"[^"\\]*"$/.test(item) && /^(address|bool|u?int)/.test(type) ? item.slice(1, -1) : item;
}

/** Parses a tuple into an object by component name, as viem expects. */
function parseTuple(components: readonly AbiParameter[], text: string): object | undefined {
  const list = /^\((.*)\)$/s.exec(text)?.[1];
  const items = splitList(list ?? "");
  if (list === undefined || items.length !== components.length) return undefined;
  const values = components.map((component, index) => parseValue(component, items[index] ?? ""));
  if (values.includes(undefined)) return undefined;
  const areNamed = components.every(({ name }) => name);
  if (!areNamed) return values;
  return Object.fromEntries(components.map(({ name = "" }, index) => [name, values[index]]));
}

/** Parses bytes in hex, or a quoted string as its UTF-8 bytes; `size` is the fixed length in bytes, or 0. */
function parseBytes(size: number, text: string): Hex | undefined {
  if (/^0x([\da-f]{2})*$/i.test(text)) return text as Hex;
  const quoted = text.startsWith('"') ? parseText(text) : undefined;
  if (quoted === undefined) return undefined;
  const bytes = stringToHex(quoted);
  if (size === 0) return bytes;
  return bytes.length <= 2 + 2 * size ? padHex(bytes, { size, dir: "right" }) : undefined;
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

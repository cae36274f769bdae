import {
  type Abi,
  type AbiParameter,
  decodeAbiParameters,
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionData,
  type Hex,
  slice,
  toEventSelector,
  toFunctionSelector,
} from "viem";
import type { BuiltContract } from "./contractBuild.ts";
import type { FrameLog } from "./nodeTrace.ts";

/** An argument or a returned value. */
export interface NamedValue {
  /** Name in the source; empty if unnamed. */
  name: string;
  type: string;
  /** Value in source syntax: quoted strings, decimal numbers, everything else in hex. */
  value: string;
}

/** A name with its values. */
export interface Decoded {
  name: string;
  values: NamedValue[];
}

/** A decoded call; `read` decodes the call's result. */
export interface DecodedCall extends Decoded {
  read(output: Hex): NamedValue[];
}

/** Decodes call data. @returns undefined if the ABI has no such function, or the data is malformed. */
export function decodeCallData(abi: Abi, data: Hex): DecodedCall | undefined {
  return attempt(() => {
    const { functionName: name, args = [] } = decodeFunctionData({ abi, data });
    const item = abi.find(
      (each) => each.type === "function" && toFunctionSelector(each) === slice(data, 0, 4),
    );
    if (item?.type !== "function") return undefined;
    return {
      name,
      values: namedValues(item.inputs, args),
      read: (output) =>
        attempt(() => namedValues(item.outputs, decodeAbiParameters(item.outputs, output))) ?? [],
    };
  });
}

/** Decodes the constructor's arguments, which follow a contract's creation code. */
export function decodeConstructor(
  { abi, creation }: Pick<BuiltContract, "abi" | "creation">,
  input: Hex,
): NamedValue[] | undefined {
  const item = abi.find((each) => each.type === "constructor");
  if (item === undefined) return undefined;
  const data: Hex = `0x${input.slice(creation.length)}`;
  return attempt(() => namedValues(item.inputs, decodeAbiParameters(item.inputs, data)));
}

/** Decodes an event. @returns undefined if the ABI has no such event. */
export function decodeLog(abi: Abi, { topics, data }: FrameLog): Decoded | undefined {
  return attempt(() => {
    const [signature, ...indexed] = topics;
    if (signature === undefined) return undefined;
    const { eventName, args } = decodeEventLog({ abi, data, topics: [signature, ...indexed] });
    const item = abi.find((each) => each.type === "event" && toEventSelector(each) === signature);
    if (item?.type !== "event" || eventName === undefined) return undefined;
    // viem returns an object for named arguments, otherwise an array.
    const given: object = args ?? [];
    const values = Array.isArray(given)
      ? given
      : item.inputs.map(({ name = "" }) => Reflect.get(given, name));
    return { name: eventName, values: namedValues(item.inputs, values) };
  });
}

/** Decodes revert data. @returns undefined if neither the ABI nor Solidity defines such an error. */
export function decodeError(abi: Abi, data: Hex): Decoded | undefined {
  return attempt(() => {
    const { errorName: name, args = [], abiItem } = decodeErrorResult({ abi, data });
    const inputs = "inputs" in abiItem ? (abiItem.inputs ?? []) : [];
    return { name, values: namedValues(inputs, args) };
  });
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function namedValues(inputs: readonly AbiParameter[], values: readonly unknown[]): NamedValue[] {
  return inputs.map(({ name = "", type }, index) => ({
    name,
    type,
    value: formatValue(values[index]),
  }));
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`;
  if (typeof value === "string") return /^0x[\da-f]*$/i.test(value) ? value : JSON.stringify(value);
  if (typeof value !== "object" || value === null) return String(value);
  const members = Object.entries(value).map(([name, member]) => `${name}: ${formatValue(member)}`);
  return `{${members.join(", ")}}`;
}

import { type Address, formatEther, isAddressEqual, zeroAddress } from "viem";
import { parseAddress } from "#protocol/address";
import { formatEtherAmount, parseEtherAmount } from "#protocol/ether";
import { phaseTitle } from "./phaseRange.ts";

/** Type of a setting's value, by kind. */
export interface SettingValues {
  switch: boolean;
  /** Name of a phase. */
  phase: string;
  /** Wei. */
  ether: bigint;
  count: bigint;
  address: Address;
  /** Seconds since 1970; 0n for no time. */
  time: bigint;
}

export type SettingKindName = keyof SettingValues;

/** How values of one kind are formatted, parsed and compared. */
interface SettingKind<Value> {
  /** Formats a value for display: `0.08 ETH`, `on`. */
  format(value: Value, symbol: string): string;
  /** Value of a form field. */
  toText(value: Value): string;
  /** Parses a form field; undefined if it is no value of this kind. */
  parse(text: string): Value | undefined;
  /** Expected input: `a number such as 0.08`. */
  hint: string;
  isEqual(one: Value, other: Value): boolean;
}

const isSame = <Value>(one: Value, other: Value) => one === other;

export const settingKinds: { [Name in SettingKindName]: SettingKind<SettingValues[Name]> } = {
  switch: {
    format: (isOn) => (isOn ? "on" : "off"),
    toText: (isOn) => (isOn ? "on" : "off"),
    parse: (text) => text !== "off",
    hint: "on or off",
    isEqual: isSame,
  },
  phase: {
    format: (name) => phaseTitle(name),
    toText: (name) => name,
    // Not trimmed: a phase's name may start or end with spaces.
    parse: (text) => text,
    hint: "a phase's name",
    isEqual: isSame,
  },
  ether: {
    format: formatEtherAmount,
    toText: (wei) => formatEther(wei),
    parse: (text) => parseEtherAmount(text.trim()),
    hint: "a number such as 0.08",
    isEqual: isSame,
  },
  count: {
    format: String,
    toText: String,
    parse: (text) => parseWholeNumber(text, 256n),
    hint: "a whole number",
    isEqual: isSame,
  },
  address: {
    format: (address) => (isAddressEqual(address, zeroAddress) ? "nobody" : address),
    toText: String,
    parse: (text) => parseAddress(text.trim()),
    hint: "an address: 0x and 40 hex digits",
    isEqual: isAddressEqual,
  },
  time: {
    format: (seconds) => (seconds === 0n ? "none" : isoTime(seconds)),
    toText: (seconds) => (seconds === 0n ? "" : isoTime(seconds)),
    parse: parseTime,
    hint: "a time such as 2026-12-24T18:00Z, or nothing",
    isEqual: isSame,
  },
};

/** Parses decimal digits; undefined unless the number is below 2^bits. */
export function parseWholeNumber(text: string, bits: bigint): bigint | undefined {
  const digits = text.trim();
  if (!/^\d{1,78}$/.test(digits)) return undefined;
  const number = BigInt(digits);
  return number < 2n ** bits ? number : undefined;
}

/** Parses a time with its zone, to the second: https://www.rfc-editor.org/rfc/rfc3339 */
function parseTime(text: string): bigint | undefined {
  const time = text.trim();
  if (time === "") return 0n;
  const isComplete = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:\d{2})$/.test(time);
  const milliseconds = isComplete ? Date.parse(time) : Number.NaN;
  return milliseconds >= 0 ? BigInt(milliseconds) / 1_000n : undefined;
}

function isoTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1_000);
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString().replace(".000Z", "Z");
}

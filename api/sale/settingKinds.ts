import { type Address, formatEther, isAddressEqual, zeroAddress } from "viem";
import { parseAddress } from "#protocol/values/address";
import { formatEtherAmount, parseEtherAmount } from "#protocol/values/ether";
import { phaseTitle } from "./phaseRange.ts";

/** Type of a setting's value, by kind. */
export interface SettingValues {
  switch: boolean;
  /** Name of the phase. */
  phase: string;
  /** Amount in wei. */
  ether: bigint;
  count: bigint;
  address: Address;
  /** Receiver of a share of the sale price, which is in basis points; no royalty if it is zero. */
  royalty: readonly [receiver: Address, basisPoints: bigint];
}

export type SettingKindName = keyof SettingValues;

/** Formats, parses and compares values of one kind. */
interface SettingKind<Value> {
  /** Formats a value for display: `0.08 ETH`, `on`. */
  format(value: Value, symbol: string): string;
  /** Formats a value for a form field. */
  toText(value: Value): string;
  /** Parses a form field; returns undefined if the text is invalid. */
  parse(text: string): Value | undefined;
  /** Describes valid input: `a number such as 0.08`. */
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
  royalty: {
    format: formatRoyalty,
    toText: formatRoyalty,
    parse: parseRoyalty,
    hint: "none, or at most 10% to an address: 5% to 0x and 40 hex digits",
    isEqual: (one, other) =>
      one[1] === other[1] && (one[1] === 0n || isAddressEqual(one[0], other[0])),
  },
};

function formatRoyalty([receiver, basisPoints]: SettingValues["royalty"]): string {
  return basisPoints === 0n ? "none" : `${Number(basisPoints) / 100}% to ${receiver}`;
}

/** Parses `none` or `5% to 0x…`; undefined for what the contract rejects. */
function parseRoyalty(text: string): SettingValues["royalty"] | undefined {
  if (text.trim() === "none") return [zeroAddress, 0n];
  const [, percent, account = ""] = /^(\d\d?(?:\.\d\d?)?) ?% to (\w+)$/.exec(text.trim()) ?? [];
  const basisPoints = Math.round(Number(percent) * 100);
  const receiver = parseAddress(account);
  if (receiver === undefined || basisPoints > 1_000) return undefined;
  if (basisPoints > 0 && isAddressEqual(receiver, zeroAddress)) return undefined;
  return [receiver, BigInt(basisPoints)];
}

/** Parses decimal digits; undefined unless the number is below 2^bits. */
export function parseWholeNumber(text: string, bits: bigint): bigint | undefined {
  const digits = text.trim();
  if (!/^\d{1,78}$/.test(digits)) return undefined;
  const number = BigInt(digits);
  return number < 2n ** bits ? number : undefined;
}

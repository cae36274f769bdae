import { getAddress, type Hex, hexToString, numberToHex } from "viem";
import { formatEtherAmount } from "#protocol/values/ether";
import type { Change } from "./stateDiff.ts";
import type { PackedField, StorageType } from "./storageLayout.ts";

/** Numbers from here up are shown in hex. */
const maxDecimal = 2n ** 128n;

/** Extracts bits of a word. */
export function bitsOf(word: bigint, from: number, length: number): bigint {
  return (word >> BigInt(from)) & ((1n << BigInt(length)) - 1n);
}

/** Formats a value of a Solidity type that fills at most one slot, in source syntax. */
export function formatBits(
  bits: bigint,
  { label, numberOfBytes }: Pick<StorageType, "label" | "numberOfBytes">,
): string {
  const bytes = Number(numberOfBytes);
  if (label === "bool" && bits < 2n) return String(bits === 1n);
  if (/^(address|contract )/.test(label)) return getAddress(numberToHex(bits, { size: bytes }));
  if (/^bytes\d+$/.test(label)) return numberToHex(bits, { size: bytes });
  if (/^int\d+$/.test(label)) return String(BigInt.asIntN(8 * bytes, bits));
  return formatNumber(bits);
}

/** Formats a packed value's field before and after a change, by its width: a bit is a flag, 160 bits are an address. */
export function formatField(field: PackedField, before: bigint, after: bigint): Change<string> {
  const { bits, isAmount, allOnes } = field;
  const length = bits[1] - bits[0] + 1;
  const texts = [before, after].map((value) => readText(value, length));
  const isText = texts.every((text) => text !== undefined) && texts.join("") !== "";
  const format = (value: bigint) => {
    if (length === 1) return String(value === 1n);
    if (length === 160) return getAddress(numberToHex(value, { size: 20 }));
    if (allOnes !== undefined && value === (1n << BigInt(length)) - 1n) return allOnes;
    if (isAmount) return formatEtherAmount(value);
    return isText ? JSON.stringify(readText(value, length)) : formatNumber(value);
  };
  return { before: format(before), after: format(after) };
}

/** Reads left-aligned UTF-8 text of a field. @returns undefined if the bits are not printable text. */
export function readText(bits: bigint, length: number): string | undefined {
  if (length <= 64 || length % 8 !== 0) return undefined;
  const text = hexToString(numberToHex(bits, { size: length / 8 })).replace(/\0+$/, "");
  return /[\p{Cc}\ufffd]/u.test(text) ? undefined : text;
}

function formatNumber(value: bigint): string {
  return value < maxDecimal ? String(value) : numberToHex(value);
}

/** Formats a number as a 32-byte word. */
export function toWord(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

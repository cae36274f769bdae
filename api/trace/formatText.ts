import { bytesToHex, bytesToString, hexToBytes } from "viem";
import { toWord } from "./formatBits.ts";
import type { Change } from "./stateDiff.ts";

/** The changed slots of a string or of `bytes`. */
export interface TextSlots {
  type: string;
  /** Slot of the length, which also contains a text of up to 31 bytes. */
  head?: Change<bigint>;
  /** Slots of a longer text by index. */
  parts: Map<number, Change<bigint>>;
}

/**
 * Formats a string or `bytes` on one side of a change. Unchanged slots, which the node does not report, are shown as
 * "…".
 */
export function formatText({ type, head, parts }: TextSlots, side: keyof Change<unknown>): string {
  const word = head?.[side];
  const pieces =
    word !== undefined && (word & 1n) === 0n ? [readShort(word)] : readLong(parts, side, word);
  const isText = type === "string";
  const decode = (piece: Uint8Array) =>
    isText ? bytesToString(piece) : bytesToHex(piece).slice(2);
  const text = pieces.map(decode).join("…");
  return isText ? JSON.stringify(text) : `0x${text}`;
}

function readShort(word: bigint): Uint8Array {
  return hexToBytes(toWord(word)).subarray(0, Number(word & 0xffn) / 2);
}

/** Returns the known pieces of a text of over 31 bytes; unknown pieces separate them. */
function readLong(
  parts: TextSlots["parts"],
  side: keyof Change<unknown>,
  word?: bigint,
): Uint8Array[] {
  const length = word === undefined ? Number.POSITIVE_INFINITY : Number(word / 2n);
  const pieces: number[][] = [[]];
  let next = 0;
  for (const [index, part] of [...parts].toSorted(([a], [b]) => a - b)) {
    if (32 * index >= length) break;
    if (index !== next) pieces.push([]);
    pieces.at(-1)?.push(...hexToBytes(toWord(part[side])).subarray(0, length - 32 * index));
    next = index + 1;
  }
  const end = pieces.at(-1) ?? [];
  // If the length did not change, zeros mark the end.
  if (word === undefined) end.splice(end.findLastIndex((byte) => byte !== 0) + 1);
  const isComplete = word === undefined ? end.length % 32 !== 0 : 32 * next >= length;
  return [...pieces, ...(isComplete ? [] : [[]])].map((piece) => Uint8Array.from(piece));
}

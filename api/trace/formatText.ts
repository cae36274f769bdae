import { bytesToHex, hexToBytes } from "viem";
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
    isText ? new TextDecoder().decode(piece) : bytesToHex(piece).slice(2);
  const text = pieces.map(decode).join("…");
  return isText ? JSON.stringify(text) : `0x${text}`;
}

function readShort(word: bigint): Uint8Array {
  return hexToBytes(toWord(word)).subarray(0, Number(word & 0xffn) / 2);
}

/** Returns the known pieces of a text of over 31 bytes, separated by the unknown ones; some may be empty. */
function readLong(
  parts: TextSlots["parts"],
  side: keyof Change<unknown>,
  word?: bigint,
): Uint8Array[] {
  const last = Math.max(-1, ...parts.keys());
  const length = word === undefined ? undefined : Number(word / 2n);
  const pieces: number[][] = [[]];
  for (
    let index = 0;
    index <= last && 32 * index < (length ?? Number.POSITIVE_INFINITY);
    index += 1
  ) {
    const part = parts.get(index);
    if (part === undefined) {
      if (index === 0 || parts.has(index - 1)) pieces.push([]);
      continue;
    }
    const bytes = hexToBytes(toWord(part[side])).subarray(0, length && length - 32 * index);
    pieces.at(-1)?.push(...bytes);
  }
  const end = pieces.at(-1) ?? [];
  // If the length did not change, zeros mark the end.
  if (length === undefined) end.splice(end.findLastIndex((byte) => byte !== 0) + 1);
  const isComplete = length === undefined ? end.length % 32 !== 0 : length <= 32 * (last + 1);
  if (!isComplete) pieces.push([]);
  return pieces.map((piece) => Uint8Array.from(piece));
}

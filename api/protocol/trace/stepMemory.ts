import { hexToBytes } from "viem";

/** What a frame wrote to its memory, followed instruction by instruction. */
export interface StepMemory {
  /** Applies an instruction that writes memory; others change nothing. */
  apply(op: string, stack: readonly string[]): void;
  /** Returns undefined for a range that no honest program hashes. */
  read(offset: bigint, length: bigint): Uint8Array | undefined;
}

const longestRange = 1_000_000n;

/**
 * Follows the memory of a frame with this call data. It knows MSTORE, MSTORE8, MCOPY and CALLDATACOPY: what Solidity
 * writes before it hashes the key of a mapping.
 */
export function followMemory(input: Uint8Array): StepMemory {
  let bytes = new Uint8Array(0x200);
  const isInReach = (offset: bigint, length: bigint) => offset + length <= longestRange;
  const reserve = (end: number) => {
    if (end <= bytes.length) return;
    const larger = new Uint8Array(2 * end);
    larger.set(bytes);
    bytes = larger;
  };
  const read: StepMemory["read"] = (offset, length) => {
    if (!isInReach(offset, length)) return undefined;
    reserve(Number(offset + length));
    return bytes.slice(Number(offset), Number(offset + length));
  };
  const write = (offset: bigint, data: Uint8Array) => {
    if (!isInReach(offset, BigInt(data.length))) return;
    reserve(Number(offset) + data.length);
    bytes.set(data, Number(offset));
  };
  return {
    read,
    apply(op, stack) {
      const [first = 0n, second = 0n, third = 0n] = topOf(stack, 3);
      if (op === "MSTORE") write(first, wordBytes(second));
      if (op === "MSTORE8") write(first, wordBytes(second).subarray(31));
      if (op === "MCOPY") write(first, read(second, third) ?? new Uint8Array());
      if (op === "CALLDATACOPY" && isInReach(second, third)) {
        const copied = new Uint8Array(Number(third));
        copied.set(input.subarray(Number(second), Number(second + third)));
        write(first, copied);
      }
    },
  };
}

/** Returns the topmost values of a stack, the top first. */
export function topOf(stack: readonly string[], count: number): bigint[] {
  return stack
    .slice(-count)
    .reverse()
    .map((word) => BigInt(word.startsWith("0x") ? word : `0x${word}`));
}

/** Returns the 32 bytes of a word. */
export function wordBytes(word: bigint): Uint8Array {
  return hexToBytes(`0x${word.toString(16).padStart(64, "0")}`);
}

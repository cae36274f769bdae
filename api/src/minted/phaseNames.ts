import { type Hex, hexToBytes, keccak256, numberToHex } from "viem";

/** Reads a storage slot of the collection at a block: 32 bytes. */
export type ReadSlot = (slot: bigint) => Promise<Hex>;

/** Storage layout of `contracts/Phases.sol`, whose variables come first. */
const phaseCountSlot = 0n;
const phasesSlot = 1n;

/** `nameLength` in a packed phase, and its value if the name is in `longName` (contracts/types/PackedPhase.sol). */
const nameLength = { shift: 42n, mask: 0x3fn, long: 0x3fn };

const slotBytes = 32;
const parallelReads = 16;

/**
 * Reads the names of all phases, in the order of their numbers, from the collection's storage. No view lists them, and
 * many nodes answer searches for their events only for short ranges of blocks.
 */
export async function readPhaseNames(readSlot: ReadSlot): Promise<string[]> {
  const count = Number(BigInt(await readSlot(phaseCountSlot)));
  return readAll(count, (index) => readName(readSlot, index + 1));
}

async function readName(readSlot: ReadSlot, number: number): Promise<string> {
  const slot = mappingSlot(number, phasesSlot);
  const word = await readSlot(slot);
  const length = (BigInt(word) >> nameLength.shift) & nameLength.mask;
  if (length === nameLength.long) return readString(readSlot, slot + 1n);
  // The name is left-aligned.
  return new TextDecoder().decode(hexToBytes(word).subarray(0, Number(length)));
}

/**
 * Reads a string at a slot: up to 31 bytes are in the slot with twice their length; more are in the slots from the
 * slot's hash on, and the slot holds twice their length and 1.
 * https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#bytes-and-string
 */
async function readString(readSlot: ReadSlot, slot: bigint): Promise<string> {
  const head = await readSlot(slot);
  const value = BigInt(head);
  const isLong = (value & 1n) === 1n;
  if (!isLong) {
    const length = Number(value & 0xffn) / 2;
    return new TextDecoder().decode(hexToBytes(head).subarray(0, length));
  }
  const length = Number((value - 1n) / 2n);
  const start = BigInt(keccak256(asSlot(slot)));
  const words = await readAll(Math.ceil(length / slotBytes), (index) =>
    readSlot(start + BigInt(index)),
  );
  return new TextDecoder().decode(
    Buffer.concat(words.map((word) => hexToBytes(word))).subarray(0, length),
  );
}

/** Slot of a mapping's value for a number as the key. */
function mappingSlot(key: number, slot: bigint): bigint {
  return BigInt(keccak256(`${asSlot(BigInt(key))}${asSlot(slot).slice(2)}`));
}

function asSlot(value: bigint): Hex {
  return numberToHex(value, { size: slotBytes });
}

/** Results of `read` for 0 to `count` - 1, a few at a time. */
async function readAll<Result>(
  count: number,
  read: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < count) {
    const next = Math.min(parallelReads, count - results.length);
    const indexes = Array.from({ length: next }, (_, offset) => results.length + offset);
    results.push(...(await Promise.all(indexes.map(read))));
  }
  return results;
}

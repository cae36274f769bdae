import { type Hex, hexToBytes, keccak256, numberToHex } from "viem";
import { asPhase } from "#protocol/sale/saleFacts";
import type { ChainNode } from "./node.ts";

/** Minted IDs of a phase: [start, end). */
export interface MintedPhase {
  phase: string;
  start: bigint;
  end: bigint;
}

/** Minted IDs of all phases at a block. */
export interface MintedPhases {
  blockNumber: bigint;
  phases: readonly MintedPhase[];
}

/**
 * Returns a function that reads which IDs are minted at the latest block, in one `eth_call`: the phases whose names are
 * known, and the total supply. Names are read again when these phases have not minted all of it.
 */
export function createMintedReader(node: ChainNode): () => Promise<MintedPhases> {
  let names: readonly string[] = [];

  return async () => {
    const blockNumber = await node.identify();
    let phases = await readPhases(node, names, blockNumber);
    if (phases === undefined) {
      names = await readPhaseNames((slot) => node.readSlot(slot, blockNumber));
      phases = await readPhases(node, names, blockNumber);
    }
    if (phases === undefined) throw new Error(namesUnknown);
    return { blockNumber, phases };
  };
}

const namesUnknown =
  "The contract's storage does not hold the phases of all minted drifters: it is another version's.";

/** Reads the minted IDs of phases at a block; undefined if drifters of other phases are minted too. */
async function readPhases(
  node: ChainNode,
  names: readonly string[],
  blockNumber: bigint,
): Promise<MintedPhase[] | undefined> {
  const bounds = names.map((name) => ({ functionName: "AllPhases", args: [name] }) as const);
  const views = [{ functionName: "totalSupply" } as const, ...bounds];
  const [totalSupply, ...values] = await node.readViews(views, blockNumber);
  const phases = names.map((name, index) => asPhase(name, values[index]));
  const minted = phases.reduce((sum, { currentCount }) => sum + currentCount, 0n);
  if (minted !== totalSupply) return undefined;
  return phases.map(({ name, startingPoint, currentCount }) => ({
    phase: name,
    start: startingPoint,
    end: startingPoint + currentCount,
  }));
}

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

import {
  type Address,
  bytesToString,
  type Client,
  concat,
  type Hex,
  hexToBytes,
  keccak256,
  numberToHex,
  pad,
} from "viem";
import { requireHex } from "#protocol/chain/chainReader";

/** Storage slots of `_phaseCount` and `_phases`, the first variables in `contracts/Phases.sol`. */
const phaseCountSlot = 0n;
const phasesSlot = 1n;
/** Maximum number of phases: the contract numbers them with 16 bits. */
const maxPhases = 65_535n;

/**
 * Position of `nameLength` in a packed phase, and the value that marks a name in `longName` (types/PackedPhase.sol).
 */
const nameLength = { shift: 42n, mask: 0x3fn, long: 0x3fn };

const slotBytes = 32;
const readConcurrency = 16;

/** Reads one of the collection's storage slots: 32 bytes. */
type ReadSlot = (slot: bigint) => Promise<Hex>;

/**
 * Reads the names of all phases at a block, in numeric order, from the collection's storage. No view lists them, and
 * many nodes search for events only in short ranges of blocks.
 *
 * @throws the errors of the node's transport.
 */
export async function readPhaseNames(
  client: Pick<Client, "request">,
  collection: Address,
  blockNumber: bigint,
): Promise<string[]> {
  const readSlot: ReadSlot = async (slot) => {
    const value = await client.request({
      method: "eth_getStorageAt",
      params: [collection, numberToHex(slot), numberToHex(blockNumber)],
    });
    return pad(requireHex(value), { size: slotBytes });
  };
  const count = BigInt(await readSlot(phaseCountSlot));
  if (count > maxPhases) throw new Error("The contract is not a phased collection.");
  return readAll(Number(count), (index) => readName(readSlot, index + 1));
}

async function readName(readSlot: ReadSlot, number: number): Promise<string> {
  const slot = BigInt(keccak256(concat([toSlot(BigInt(number)), toSlot(phasesSlot)])));
  const word = await readSlot(slot);
  const length = (BigInt(word) >> nameLength.shift) & nameLength.mask;
  // Short names are left-aligned.
  return length === nameLength.long
    ? readString(readSlot, slot + 1n)
    : decodeText(word, Number(length));
}

/**
 * Reads a string at a slot: a slot holds up to 31 bytes and twice their length; longer strings start at the slot's
 * hash, and the slot holds twice the length plus 1.
 * https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#bytes-and-string
 */
async function readString(readSlot: ReadSlot, slot: bigint): Promise<string> {
  const head = await readSlot(slot);
  const value = BigInt(head);
  if ((value & 1n) === 0n) return decodeText(head, Number(value & 0xffn) / 2);
  const length = Number((value - 1n) / 2n);
  const start = BigInt(keccak256(toSlot(slot)));
  const slots = await readAll(Math.ceil(length / slotBytes), (index) =>
    readSlot(start + BigInt(index)),
  );
  return decodeText(concat(slots), length);
}

function decodeText(bytes: Hex, length: number): string {
  return bytesToString(hexToBytes(bytes).subarray(0, length));
}

function toSlot(value: bigint): Hex {
  return numberToHex(value, { size: slotBytes });
}

/** Reads the results for 0 to `count` - 1, with limited concurrency. */
async function readAll<Result>(
  count: number,
  read: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  while (results.length < count) {
    const next = Math.min(readConcurrency, count - results.length);
    const indexes = Array.from({ length: next }, (_, offset) => results.length + offset);
    results.push(...(await Promise.all(indexes.map(read))));
  }
  return results;
}

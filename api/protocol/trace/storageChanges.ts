import { type Address, bytesToString, getAddress, type Hex } from "viem";
import type { BuiltContract, ContractBuild, PackedField, StorageType } from "./contractBuild.ts";
import { locateSlot, type SlotPart, valueText } from "./locateSlot.ts";
import type { StateDiff } from "./nodeTrace.ts";
import { wordBytes } from "./stepMemory.ts";

/** A slot that a transaction changed. */
export interface SlotChange {
  account: Address;
  /** The contract's name, if the build has its code. */
  contract?: string;
  slot: Hex;
  before: Hex;
  after: Hex;
  /** What changed in it; empty if the slot cannot be named. */
  fields: FieldChange[];
}

/** A variable, or a field of a packed value, that changed. */
export interface FieldChange {
  /** `sale.maxBatch`, `phases[1].currentCount` */
  name: string;
  before: string;
  after: string;
}

const zero = `0x${"0".repeat(64)}` as const;

/** Returns the changed slots, sorted by name; those of contracts that the build does not have are not named. */
export function describeStorageChanges(
  { pre, post }: StateDiff,
  build: ContractBuild,
  contractAt: (address: Address) => BuiltContract | undefined,
  preimages: ReadonlyMap<bigint, Uint8Array>,
): SlotChange[] {
  // Safety: the diff's keys are addresses, and those of a storage are slots.
  const accounts = [...new Set([...Object.keys(pre), ...Object.keys(post)])] as Address[];
  const changes = accounts.flatMap((account) => {
    const [old, now] = [pre[account]?.storage ?? {}, post[account]?.storage ?? {}];
    const slots = [...new Set([...Object.keys(old), ...Object.keys(now)])].sort() as Hex[];
    const contract = contractAt(account);
    return slots.flatMap((slot): SlotChange[] => {
      const [before, after] = [old[slot] ?? zero, now[slot] ?? zero];
      if (BigInt(before) === BigInt(after)) return [];
      const parts = contract ? locateSlot(contract.storage, BigInt(slot), preimages) : [];
      const words = [BigInt(before), BigInt(after)] as const;
      return [
        {
          account: getAddress(account),
          ...(contract && { contract: contract.name }),
          slot,
          before,
          after,
          fields: parts.flatMap((part) => changesOf(part, build, words)),
        },
      ];
    });
  });
  const nameOf = ({ fields: [first], slot }: SlotChange) => first?.name ?? slot;
  return changes.sort((a, b) => nameOf(a).localeCompare(nameOf(b), "en", { numeric: true }));
}

type Words = readonly [before: bigint, after: bigint];

function changesOf(part: SlotPart, build: ContractBuild, words: Words): FieldChange[] {
  const { type, offset } = part;
  const fields = build.packedTypes[type.label];
  // Packed values lie in wrappers with one member, `word`; variables that are not public begin with an underscore.
  const path = part.path.replace(/^_/, "").replace(/\.word$/, "");
  const columns =
    fields?.map((field) => ({
      name: `${path}.${field.name.replace(/ (\d+)$/, "[$1]")}`,
      read: (word: bigint) => fieldText(field, bitsOf(word, field.first, field.last)),
    })) ?? [];
  if (columns.length === 0) {
    const last = 8 * (offset + Math.min(Number(type.numberOfBytes), 32)) - 1;
    const read = (word: bigint) => storedText(type, bitsOf(word, 8 * offset, last));
    columns.push({ name: path, read });
  }
  return columns
    .map(({ name, read }) => ({ name, before: read(words[0]), after: read(words[1]) }))
    .filter(({ before, after }) => before !== after);
}

function bitsOf(word: bigint, first: number, last: number): bigint {
  return (word >> BigInt(first)) & (2n ** BigInt(last - first + 1) - 1n);
}

/** Formats a field by its width, as its table states no type. */
function fieldText({ first, last, meaning }: PackedField, value: bigint): string {
  const width = last - first + 1;
  if (width === 1) return valueText("bool", value);
  if (width === 160) return valueText("address", value);
  if (!/\bbytes, left-aligned/.test(meaning)) return value.toString();
  return JSON.stringify(printable(wordBytes(value << BigInt(256 - width))));
}

/** Formats a value of a plain variable. A text of up to 31 bytes lies in its slot, a longer one elsewhere. */
function storedText({ label, encoding }: StorageType, value: bigint): string {
  if (label === "text") return JSON.stringify(printable(wordBytes(value)));
  if (encoding === "dynamic_array") return `${value} elements`;
  if (encoding !== "bytes") return valueText(label, value);
  if ((value & 1n) === 1n) return `${(value - 1n) / 2n} bytes`;
  const length = Number(value & 0xffn) / 2;
  return JSON.stringify(printable(wordBytes(value).subarray(0, length)));
}

function printable(bytes: Uint8Array): string {
  return bytesToString(bytes).replace(/\0+$/, "");
}

import { concat, type Hex, hexToString, keccak256, size, slice } from "viem";
import { formatBits, toWord } from "./formatBits.ts";
import type { StorageLayout, StorageType } from "./storageLayout.ts";

/** A value in a slot. */
export interface StoredValue {
  /** Solidity expression, such as `_owners[0x…].account`. */
  name: string;
  type: StorageType;
  /** First byte in the slot, from the right. */
  offset: number;
  /** Index of a slot that contains a part of a long string's text or of long `bytes`. */
  part?: number;
}

/** Returns the values in a slot; none if the layout does not explain the slot. */
export type SlotReader = (slot: bigint) => StoredValue[];

/** Limits the slots that belong to a hash, so that no other hash is mistaken for the location of an array. */
const maxElementSlots = 2n ** 32n;

/** Limits a variable's slots whose hashes are computed here. */
const maxConstants = 64;

interface Region {
  name: string;
  type: string;
  /** First slot. */
  start: bigint;
  /** First byte in that slot, from the right. */
  offset: number;
}

/**
 * Creates the function that names slots. A slot of a mapping or dynamic array is found by `preimages`, the data whose
 * hashes the transaction computed.
 */
export function createSlotReader(
  { storage, types }: StorageLayout,
  preimages: Iterable<Hex>,
): SlotReader {
  const variables = storage.map(({ label, slot, offset, type }) => {
    return { name: label, type, start: BigInt(slot), offset };
  });
  const constants = variables.flatMap(({ start, type }) =>
    listConstants(start, Number(slotsOf(types[type]))),
  );
  const hashes = [...constants, ...preimages]
    .filter((data) => size(data) >= 32)
    .map((data) => [BigInt(keccak256(data)), data] as const);

  function readSlot(slot: bigint): StoredValue[] {
    const values = variables.flatMap((region) => valuesIn(region, slot));
    if (values.length > 0) return values;
    const location = hashes.find(([hash]) => hash <= slot && slot - hash < maxElementSlots);
    return location ? valuesAtHash(...location, slot) : [];
  }

  /** Returns the values that follow a hash: a mapping's value, an array's elements, or a part of a long string. */
  function valuesAtHash(start: bigint, preimage: Hex, slot: bigint): StoredValue[] {
    const key = size(preimage) === 32 ? "0x" : slice(preimage, 0, -32);
    return readSlot(BigInt(slice(preimage, -32))).flatMap((parent) => {
      const { encoding, key: keyId = "", value = "", base = "" } = parent.type;
      const keyType = types[keyId];
      if (encoding === "mapping" && isKey(key, keyType)) {
        const name = `${parent.name}[${formatKey(keyType, key)}]`;
        return valuesIn({ name, type: value, start, offset: 0 }, slot);
      }
      if (key !== "0x" || parent.part !== undefined) return [];
      if (encoding === "bytes") return [{ ...parent, part: Number(slot - start) }];
      if (encoding !== "dynamic_array") return [];
      const name = parent.name.replace(/\.length$/, "");
      return elementsIn({ ...parent, name, type: base, start }, slot);
    });
  }

  function valuesIn(region: Region, slot: bigint): StoredValue[] {
    const { name, start, offset } = region;
    const type = types[region.type];
    if (type === undefined || slot < start || slot >= start + slotsOf(type)) return [];
    const { members, base, encoding } = type;
    if (members) {
      return members.flatMap((each) => {
        const first = start + BigInt(each.slot);
        const { label, offset } = each;
        return valuesIn({ name: `${name}.${label}`, type: each.type, start: first, offset }, slot);
      });
    }
    if (encoding === "inplace" && base !== undefined) {
      const count = /\[(\d+)\]$/.exec(type.label)?.[1];
      return elementsIn({ name, type: base, start, offset }, slot, BigInt(count ?? 0));
    }
    return [{ name: encoding === "dynamic_array" ? `${name}.length` : name, type, offset }];
  }

  /** Returns an array's elements in a slot; `region.type` is an element's type. */
  function elementsIn({ name, type, start }: Region, slot: bigint, count?: bigint): StoredValue[] {
    const bytes = Number(types[type]?.numberOfBytes ?? 32);
    const slots = BigInt(Math.ceil(bytes / 32));
    const row = (slot - start) / slots;
    const perRow = Math.max(1, Math.floor(32 / bytes));
    return Array.from({ length: perRow }, (_, index) => {
      const element = row * BigInt(perRow) + BigInt(index);
      if (count !== undefined && element >= count) return [];
      const offset = index * bytes;
      return valuesIn(
        { name: `${name}[${element}]`, type, start: start + row * slots, offset },
        slot,
      );
    }).flat();
  }

  return readSlot;
}

/**
 * Lists data that the compiler may hash in advance, so that no trace contains it: an array's or long string's slot, a
 * mapping's slot with key zero.
 */
function listConstants(start: bigint, slots: number): Hex[] {
  return Array.from({ length: Math.min(maxConstants, slots) }, (_, index) => {
    const slot = toWord(start + BigInt(index));
    return [slot, concat([toWord(0n), slot])];
  }).flat();
}

function slotsOf(type: StorageType | undefined): bigint {
  return (BigInt(type?.numberOfBytes ?? 0) + 31n) / 32n;
}

/** Strings and bytes are hashed as they are, all other keys padded to 32 bytes. */
function isKey(key: Hex, type: StorageType | undefined): type is StorageType {
  return type !== undefined && (type.encoding === "bytes" || size(key) === 32);
}

function formatKey(type: StorageType, key: Hex): string {
  if (type.encoding === "bytes") {
    return type.label === "string" ? JSON.stringify(hexToString(key)) : key;
  }
  // Fixed-size bytes are padded on the right, everything else on the left.
  const length = Number(type.numberOfBytes);
  const isLeft = /^bytes\d+$/.test(type.label);
  return formatBits(BigInt(isLeft ? slice(key, 0, length) : slice(key, -length)), type);
}

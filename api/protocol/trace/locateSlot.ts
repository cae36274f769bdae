import { bytesToBigInt, bytesToString, getAddress, type Hex, pad, toHex } from "viem";
import type { StorageLayout, StorageType, StorageVariable } from "./contractBuild.ts";

/** A variable, or a part of one, that lies in a slot. */
export interface SlotPart {
  /** `_phases[1]`, `_owners[0x…].isOperator[0x…]` */
  path: string;
  type: StorageType;
  /** First byte in the slot, counted from the lowest. */
  offset: number;
}

/** A variable, and how many slots after its first the slot is. */
interface Located extends SlotPart {
  distance: bigint;
}

/** Slots that the members of a struct, or the elements of an array, may reach beyond the hash. */
const largestDistance = 4_096n;

/** Mappings within mappings that are followed. */
const deepestNesting = 8;

/**
 * Finds what a contract stores in a slot.
 *
 * @param preimages what was hashed, by its hash: a slot of a mapping can be named only if its key is among it.
 * @returns several parts if variables share the slot; none if it cannot be named.
 */
export function locateSlot(
  { storage, types }: StorageLayout,
  slot: bigint,
  preimages: ReadonlyMap<bigint, Uint8Array>,
): SlotPart[] {
  const within = (variables: readonly StorageVariable[], at: bigint, prefix: string): Located[] =>
    variables.flatMap(({ label, offset, slot: first, type: name }) => {
      const type = types?.[name];
      const distance = at - BigInt(first);
      const isWithin = type !== undefined && distance >= 0n && distance < slotsOf(type);
      return isWithin ? [{ path: prefix + label, type, offset, distance }] : [];
    });

  /** Finds the variables at a slot: directly, or through the hash before it. */
  const find = (at: bigint, nesting: number): Located[] => {
    const direct = within(storage, at, "");
    if (direct.length > 0 || nesting === 0) return direct;
    const hash = nearest(preimages.keys(), at);
    const bytes = hash === undefined ? undefined : preimages.get(hash);
    if (hash === undefined || bytes === undefined || bytes.length < 32) return [];
    const key = bytes.subarray(0, -32);
    return find(bytesToBigInt(bytes.subarray(-32)), nesting - 1)
      .flatMap(unfold)
      .flatMap((container) => contentOf(container, key, at - hash));
  };

  /** Returns what lies behind the hash of a mapping, an array or a long text. */
  const contentOf = ({ path, type }: Located, key: Uint8Array, distance: bigint): Located[] => {
    const [keyType, value, base] = [type.key, type.value, type.base].map(
      (name = "") => types?.[name],
    );
    const start = { offset: 0, distance };
    if (type.encoding === "mapping" && value !== undefined) {
      return [{ ...start, path: `${path}[${keyText(keyType, key)}]`, type: value }];
    }
    if (type.encoding === "bytes") return [{ ...start, ...chunk(path, type, distance) }];
    const isArray = type.encoding === "dynamic_array" && base !== undefined;
    return isArray ? [element(path, base, distance)] : [];
  };

  /** Goes down into structs and arrays of fixed length. */
  const unfold = (located: Located): Located[] => {
    const { members, base, encoding } = located.type;
    if (members !== undefined) {
      return within(members, located.distance, `${located.path}.`).flatMap(unfold);
    }
    const elementType = types?.[base ?? ""];
    if (encoding !== "inplace" || elementType === undefined) return [located];
    return unfold(element(located.path, elementType, located.distance));
  };

  return find(slot, deepestNesting).flatMap(unfold);
}

function slotsOf({ numberOfBytes }: StorageType): bigint {
  return (BigInt(numberOfBytes) + 31n) / 32n;
}

function element(path: string, type: StorageType, distance: bigint): Located {
  const size = slotsOf(type);
  const index = `${path}[${distance / size}]`;
  return { path: index, type, offset: 0, distance: distance % size };
}

/** Returns 32 bytes of a text that is longer than 31 bytes. */
function chunk(path: string, { label }: StorageType, distance: bigint): SlotPart {
  const first = 32n * distance;
  const type = { encoding: "inplace", label: label === "string" ? "text" : "bytes32" };
  const range = `${path} (bytes ${first}–${first + 31n})`;
  return { path: range, type: { ...type, numberOfBytes: "32" }, offset: 0 };
}

/** Returns the largest of the hashes that is at most `slot` and near it. */
function nearest(hashes: Iterable<bigint>, slot: bigint): bigint | undefined {
  let found: bigint | undefined;
  for (const hash of hashes) {
    const isNear = hash <= slot && slot - hash < largestDistance;
    if (isNear && (found === undefined || hash > found)) found = hash;
  }
  return found;
}

function keyText(type: StorageType | undefined, key: Uint8Array): string {
  if (type?.label === "string") return JSON.stringify(bytesToString(key));
  return type === undefined || type.encoding === "bytes"
    ? toHex(key)
    : valueText(type.label, bytesToBigInt(key));
}

/** Formats a value of one of Solidity's elementary types that was stored as a number. */
export function valueText(type: string, value: bigint): string {
  if (type === "bool") return String(value !== 0n);
  const bytes = /^bytes(\d+)$/.exec(type)?.[1];
  if (bytes !== undefined) return toHex(value, { size: Number(bytes) });
  if (type === "address" || /^(address|contract) /.test(type)) {
    const hex: Hex = pad(toHex(value & (2n ** 160n - 1n)), { size: 20 });
    return getAddress(hex);
  }
  const bits = /^int(\d+)$/.exec(type)?.[1];
  if (bits !== undefined) return BigInt.asIntN(Number(bits), value).toString();
  // A number this large is a hash or a mark.
  return value < 2n ** 128n ? value.toString() : toHex(value);
}

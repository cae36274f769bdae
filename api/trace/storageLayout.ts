/** A contract's storage layout, https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#json-output */
export interface StorageLayout {
  storage: readonly StorageMember[];
  types: Readonly<Record<string, StorageType>>;
}

/** A state variable, or a member of a struct. */
interface StorageMember {
  label: string;
  /** First byte in the slot, from the right. */
  offset: number;
  /** Decimal number, relative to the struct's first slot. */
  slot: string;
  type: string;
}

/** A type as the compiler describes it, with the fields of its bit table. */
export interface StorageType {
  label: string;
  encoding: "inplace" | "mapping" | "dynamic_array" | "bytes";
  numberOfBytes: string;
  /** Type of a mapping's keys. */
  key?: string;
  /** Type of a mapping's values. */
  value?: string;
  /** Type of an array's elements. */
  base?: string;
  /** Members of a struct. */
  members?: readonly StorageMember[];
  /** Fields of a user-defined value type whose NatSpec has a bit table; they cover all 256 bits. */
  fields?: readonly PackedField[];
}

/** A field of a packed value, from its bit table. */
export interface PackedField {
  name: string;
  /** Lowest and highest bit. */
  bits: readonly [from: number, to: number];
  /** Whether the value is an amount in wei. */
  isAmount?: boolean;
  /** What all ones mean, instead of a value: `stored in _largePrice`. */
  allOnes?: string;
}

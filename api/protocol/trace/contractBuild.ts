import type { Abi, Hex } from "viem";

/** What the compiler knows about the contracts, as far as a trace needs it; it can be sent as JSON. */
export interface ContractBuild {
  contracts: readonly BuiltContract[];
  /** Fields of the packed types, by the type's name. */
  packedTypes: Readonly<Record<string, readonly PackedField[]>>;
}

/** A compiled contract. */
export interface BuiltContract {
  name: string;
  abi: Abi;
  creation: CompiledCode;
  deployed: CompiledCode;
  storage: StorageLayout;
  /** Source files by the IDs of the source maps. */
  sources: readonly (BuiltSource | undefined)[];
}

/** Compiled code and the way back to its source. */
export interface CompiledCode {
  object: Hex;
  /** https://docs.soliditylang.org/en/latest/internals/source_mappings.html */
  sourceMap: string;
  /** Byte ranges that the constructor fills in. */
  immutables: readonly { start: number; length: number }[];
}

/** A source file. */
export interface BuiltSource {
  /** Relative to the repository: `contracts/FringeDrifters.sol`. */
  file: string;
  content: string;
}

/** Storage of a contract, https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#json-output */
export interface StorageLayout {
  storage: readonly StorageVariable[];
  /** Null if there are no variables. */
  types: Readonly<Record<string, StorageType>> | null;
}

/** A variable or a member of a struct. */
export interface StorageVariable {
  label: string;
  /** First byte in the slot, counted from the lowest. */
  offset: number;
  /** Decimal; relative to the struct for its members. */
  slot: string;
  /** Key of `types`. */
  type: string;
}

/** A type of a storage layout. */
export interface StorageType {
  encoding: string;
  label: string;
  numberOfBytes: string;
  /** Of a mapping. */
  key?: string;
  value?: string;
  /** Of an array. */
  base?: string;
  /** Of a struct. */
  members?: readonly StorageVariable[];
}

/** A field of a packed type. */
export interface PackedField {
  /** First and last bit, both included. */
  first: number;
  last: number;
  name: string;
  meaning: string;
}

/**
 * Parses the table of bits above a packed type: `/// | 224–231 | maxBatch | maximum per mint |`.
 *
 * @returns no field if the source has no such table.
 */
export function parsePackedFields(source: string): PackedField[] {
  return [...source.matchAll(/^\/\/\/ \| (\d+)(?:–(\d+))? *\| (.*?) *\| (.*?) *\|$/gm)].map(
    ([, first = "", last = first, name = "", meaning = ""]) => ({
      first: Number(first),
      last: Number(last),
      name,
      meaning,
    }),
  );
}

/** Finds the contract that has this deployed code, whatever its immutable values. */
export function findDeployed(build: ContractBuild, code: Hex): BuiltContract | undefined {
  return build.contracts.find(({ deployed }) => {
    if (deployed.object.length !== code.length || code === "0x") return false;
    return withoutImmutables(deployed, code) === withoutImmutables(deployed, deployed.object);
  });
}

/**
 * Adds deployed code of another version of a contract, whose names and storage then count as those of the build. Its
 * lines are unknown.
 */
export function withDeployed(build: ContractBuild, name: string, code: Hex): ContractBuild {
  const contract = build.contracts.find((each) => each.name === name);
  if (contract === undefined || findDeployed(build, code)) return build;
  const deployed: CompiledCode = { object: code, sourceMap: "", immutables: [] };
  return { ...build, contracts: [...build.contracts, { ...contract, deployed }] };
}

/** Finds the contract whose creation code, followed by its constructor's arguments, this is. */
export function findCreated(build: ContractBuild, input: Hex): BuiltContract | undefined {
  return build.contracts.find(
    ({ creation }) => creation.object !== "0x" && input.startsWith(creation.object),
  );
}

function withoutImmutables({ immutables }: CompiledCode, code: Hex): string {
  return immutables.reduce((text, { start, length }) => {
    const from = 2 + 2 * start;
    return text.slice(0, from) + "0".repeat(2 * length) + text.slice(from + 2 * length);
  }, code as string);
}

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ArtifactManager } from "hardhat/types/artifacts";

const contract = "contracts/FringeDrifters.sol:FringeDrifters";
const packedTypes = join(import.meta.dirname, "../../contracts/types");

/** Storage of a contract, https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html#json-output */
interface StorageLayout {
  storage: readonly StorageVariable[];
  /** Null if there are no variables. */
  types: Readonly<Record<string, StorageType>> | null;
}

/** A variable or a member of a struct. */
interface StorageVariable {
  label: string;
  /** First byte in the slot, counted from the lowest. */
  offset: number;
  /** Decimal; relative to the struct for its members. */
  slot: string;
  /** Key of `types`. */
  type: string;
}

/** A type of a storage layout. */
interface StorageType {
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
interface PackedField {
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
function parsePackedFields(source: string): PackedField[] {
  return [...source.matchAll(/^\/\/\/ \| (\d+)(?:–(\d+))? *\| (.*?) *\| (.*?) *\|$/gm)].map(
    ([, first = "", last = first, name = "", meaning = ""]) => ({
      first: Number(first),
      last: Number(last),
      name,
      meaning,
    }),
  );
}

/**
 * Returns the Markdown table of the collection's storage, bit by bit, one line per row: slots from the compiler, bits of
 * packed values from the tables in `contracts/types`.
 */
export async function describeStorage(artifacts: ArtifactManager): Promise<string[]> {
  const layout = await readLayout(artifacts);
  const rows = [["variable", "slot", "bits", "content"], Array<string>(4).fill("---")];
  for (const variable of layout.storage) {
    rows.push(...(await describeVariable(layout, variable, variable.label, variable.slot)));
  }
  return rows.map((cells) => `| ${cells.join(" | ")} |`);
}

/** Returns the rows of a variable: one, or one for each field of a packed value or member of a struct. */
async function describeVariable(
  layout: StorageLayout,
  { offset, type }: Pick<StorageVariable, "offset" | "type">,
  path: string,
  slot: string,
): Promise<string[][]> {
  const { label, key, value, members, numberOfBytes } = typeOf(layout, type);
  if (key !== undefined && value !== undefined) {
    const keyName = typeOf(layout, key).label;
    const place = `keccak256(${keyName}, ${slot})`;
    return describeVariable(layout, { offset: 0, type: value }, `${path}[${keyName}]`, place);
  }
  if (members !== undefined) {
    const rows = members.map((member) => {
      const place = member.slot === "0" ? slot : `${slot} + ${member.slot}`;
      return describeVariable(layout, member, `${path}.${member.label}`, place);
    });
    return (await Promise.all(rows)).flat();
  }
  const cells = [`\`${path}\``, `\`${slot}\``] as const;
  if (label.startsWith("Packed")) {
    const fields = await readFields(label);
    return fields.map(({ first, last, name, meaning }) => [
      ...cells,
      first === last ? `${first}` : `${first}–${last}`,
      meaning === "" ? name : `${name}: ${meaning}`,
    ]);
  }
  const end = offset + Number(numberOfBytes);
  return [[...cells, `${8 * offset}–${8 * end - 1}`, label]];
}

function typeOf({ types }: StorageLayout, name: string): StorageType {
  const type = types?.[name];
  if (type === undefined) throw new Error(`The compiler describes no type ${name}.`);
  return type;
}

/** Reads the table of bits of a packed type. */
async function readFields(type: string): Promise<PackedField[]> {
  const fields = parsePackedFields(await readFile(join(packedTypes, `${type}.sol`), "utf8"));
  if (fields.length === 0) throw new Error(`${type}.sol has no table of its bits.`);
  return fields;
}

async function readLayout(artifacts: ArtifactManager): Promise<StorageLayout> {
  const id = await artifacts.getBuildInfoId(contract);
  const path = id && (await artifacts.getBuildInfoOutputPath(id));
  if (!path) throw new Error(`The build has no output for ${contract}.`);
  const { output } = JSON.parse(await readFile(path, "utf8"));
  const [sourceName, contractName] = contract.split(":");
  return output.contracts[`project/${sourceName}`][`${contractName}`].storageLayout;
}

import type { PackedField } from "#trace/storageLayout";

/** Fields of packed values by type name. */
export type BitTables = ReadonlyMap<string, readonly PackedField[]>;

/** A row of a bit table in NatSpec: `/// | 160–223 | price | wei per token; … |`. */
const row = /^\/\/\/ \| (\d+)(?:–(\d+))? +\| ([^|]+?) +\| *([^|]*?) *\|$/;

/**
 * Reads the bit tables of user-defined value types from Solidity sources. A table that does not cover each of the 256
 * bits once is ignored, because the changes of its value could not be shown completely.
 */
export function readBitTables(sources: readonly string[]): BitTables {
  const found = sources.flatMap((source) =>
    [...source.matchAll(/((?:^\/\/\/.*\n)+)type (\w+) is uint256;/gm)].map(
      ([_, natspec = "", name = ""]) => [name, readFields(natspec)] as const,
    ),
  );
  return new Map(found.filter(([, fields]) => coversWord(fields)));
}

function readFields(natspec: string): PackedField[] {
  return natspec.split("\n").flatMap((line) => {
    const [_, from, to = from, name = "", description = ""] = row.exec(line) ?? [];
    if (from === undefined) return [];
    const isAmount = description.startsWith("wei");
    const allOnes = /all ones: (.*)/.exec(description)?.[1]?.replaceAll("`", "");
    const field: PackedField = { name, bits: [Number(from), Number(to)] };
    return [{ ...field, ...(isAmount && { isAmount }), ...(allOnes && { allOnes }) }];
  });
}

function coversWord(fields: readonly PackedField[]): boolean {
  let next = 0;
  for (const {
    bits: [from, to],
  } of fields.toSorted((a, b) => a.bits[0] - b.bits[0])) {
    if (from !== next || to < from) return false;
    next = to + 1;
  }
  return next === 256;
}

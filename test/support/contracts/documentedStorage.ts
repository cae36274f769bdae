import { concat, type Hex, keccak256, numberToHex, pad, parseEther, stringToHex } from "viem";
import type { StorageChange } from "#trace/stateChanges";
import type { Change } from "#trace/stateDiff";
import { textOf } from "../commands/documents.ts";

/** A row of docs/storage-layout.md: a variable's bits, and the formula for its slot. */
interface LayoutRow {
  slot: string;
  from: number;
  to: number;
  /** The packed value's field, or the type. */
  content: string;
}

/** Rows by variable without keys, such as `_phases[].packed`. */
export type DocumentedStorage = ReadonlyMap<string, readonly LayoutRow[]>;

/** A word before and after a change, and its bits that the change names. */
export interface NamedWord extends Change<bigint> {
  mask: bigint;
}

export async function readDocumentedStorage(): Promise<DocumentedStorage> {
  const text = await textOf("docs/storage-layout.md");
  const rows = new Map<string, LayoutRow[]>();
  for (const [, variable = "", slot = "", from, to = from, content = ""] of text.matchAll(
    /^\| `(.+?)` \| `(.+?)` \| (\d+)(?:–(\d+))? \| ([^:|]+?)(?::.*)? \|$/gm,
  )) {
    const row = { slot, from: Number(from), to: Number(to), content };
    const name = withoutKeys(variable);
    rows.set(name, [...(rows.get(name) ?? []), row]);
  }
  return rows;
}

const key = /\[("(?:[^"\\]|\\.)*"|[^\]]*)\]/g;

/** Replaces a variable's keys by nothing: `_phases[2].packed` by `_phases[].packed`. */
export function withoutKeys(variable: string): string {
  return variable.replaceAll(key, "[]");
}

/** Computes the words of a named change from its texts and the documented layout alone. */
export function wordsOf(
  documented: DocumentedStorage,
  change: StorageChange,
): Map<bigint, NamedWord> {
  const { name = "", values } = change;
  const rows = documented.get(withoutKeys(name)) ?? [];
  const keys = [...name.matchAll(key)].map(([, text = ""]) => text);
  const slot = evaluate(rows[0]?.slot ?? "", keys);
  if (rows[0]?.content === "string") {
    const [before, after] = [textWords(slot, values[0]?.before), textWords(slot, values[0]?.after)];
    const slots = [...new Set([...before.keys(), ...after.keys()])];
    return new Map(
      slots.flatMap((each) => {
        const [was, is] = [before.get(each) ?? 0n, after.get(each) ?? 0n];
        return was === is
          ? []
          : [[each, { before: was, after: is, mask: 2n ** 256n - 1n }] as const];
      }),
    );
  }
  const word = { before: 0n, after: 0n, mask: 0n };
  for (const { field, before, after } of values) {
    const row = field === "" ? rows[0] : rows.find(({ content }) => content === field);
    if (row === undefined) throw new Error(`docs/storage-layout.md has no ${field} of ${name}.`);
    const ones = 2n ** BigInt(row.to - row.from + 1) - 1n;
    word.mask |= ones << BigInt(row.from);
    word.before |= encode(before, ones) << BigInt(row.from);
    word.after |= encode(after, ones) << BigInt(row.from);
  }
  return new Map([[slot, word]]);
}

/** Evaluates a formula such as `keccak256(uint256, 3) + 1`; the outermost hash uses the last key. */
function evaluate(formula: string, keys: string[]): bigint {
  const [, start, index] = /^(.+) \+ (\d+)$/.exec(formula) ?? [];
  if (start !== undefined) return evaluate(start, keys) + BigInt(index ?? 0);
  const [, type, base] = /^keccak256\((\w+), (.+)\)$/.exec(formula) ?? [];
  if (base === undefined) return BigInt(formula);
  const last = keys.at(-1) ?? "";
  const encoded = type === "string" ? stringToHex(JSON.parse(last)) : toWord(BigInt(last));
  return BigInt(keccak256(concat([encoded, toWord(evaluate(base, keys.slice(0, -1)))])));
}

/** Encodes a shown value into the bits of its field. */
function encode(text: string, ones: bigint): bigint {
  if (text === "true" || text === "false") return BigInt(text === "true");
  if (text.startsWith('"')) {
    return BigInt(
      pad(stringToHex(JSON.parse(text)), { dir: "right", size: ones.toString(16).length / 2 }),
    );
  }
  if (text.endsWith(" ETH")) return parseEther(text.slice(0, -4));
  return /^(0x[\da-f]+|\d+)$/i.test(text) ? BigInt(text) : ones;
}

/** Encodes a string as the compiler stores it. */
function textWords(slot: bigint, text = '""'): Map<bigint, bigint> {
  const data = stringToHex(JSON.parse(text));
  const length = BigInt(data.length / 2 - 1);
  const padded = (part: string) => BigInt(`0x${part.padEnd(64, "0")}`);
  if (length < 32n) return new Map([[slot, padded(data.slice(2)) + 2n * length]]);
  const start = BigInt(keccak256(toWord(slot)));
  const parts = data.slice(2).match(/.{1,64}/g) ?? [];
  return new Map([
    [slot, 2n * length + 1n],
    ...parts.map((part, index) => [start + BigInt(index), padded(part)] as const),
  ]);
}

function toWord(value: bigint): Hex {
  return numberToHex(value, { size: 32 });
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from "jsonc-parser";
import { z } from "zod";
import { isWellFormed } from "#protocol/stories/narrative";
import { parseEtherAmount } from "#protocol/values/ether";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { countIds, describeIds, overlap, sharedIds } from "#sale/phaseRange";
import type { ScheduledPhase } from "#sale/saleSchedule";
import { type Allowances, readMintList } from "./mintList.ts";

/** Who may mint in a phase. */
export type Minters =
  | { kind: "everybody"; perWallet: number }
  | { kind: "list"; allowances: Allowances };

/** A phase as `sale.json` describes it. Times are in seconds since 1970, compared with the timestamps of blocks. */
export interface SalePhase extends ScheduledPhase {
  minters: Minters;
}

/** The phases by name, in the file's order. */
export type SalePlan = ReadonlyMap<string, SalePhase>;

/** Thrown if a sale file is invalid; each problem is a sentence that starts with file and line. */
export class SaleFileError extends Error {
  override name = "SaleFileError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

const count = z
  .int("must be a whole number from 1 upwards")
  .min(1, "must be a whole number from 1 upwards");
const tokenId = z
  .int("must be a whole number")
  .min(0, "must be a whole number")
  .transform((value) => BigInt(value));
const dateTimePattern = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d)?(Z|[+-]\d\d:\d\d)$/;
const moment = z
  .unknown()
  .refine(
    isMoment,
    'must be a date and a time with a zone, such as "2026-12-01T18:00:00+01:00" or "2026-12-01T17:00:00Z"',
  )
  .transform((text) => BigInt(Date.parse(text as string) / 1_000))
  .meta({ type: "string", format: "date-time" });

/** Returns whether the text is a time in ISO 8601 with a zone, on a day that exists. */
function isMoment(text: unknown): text is string {
  const [, day] = (typeof text === "string" && dateTimePattern.exec(text)) || [];
  if (day === undefined || Number.isNaN(Date.parse(text as string))) return false;
  // JavaScript takes February 30 as March 2.
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

const phaseSchema = z.strictObject(
  {
    name: z
      .string("must be the phase's name")
      .min(1, "must be the phase's name")
      .refine(isWellFormed, "must not contain half of a surrogate pair"),
    startingPoint: tokenId.describe("The first token ID."),
    endPoint: tokenId.describe("The token ID after the last one."),
    price: z
      .string('must be an amount of ether in quotes, such as "0.08"')
      .transform((text, context) => {
        const wei = parseEtherAmount(text);
        if (wei !== undefined) return wei;
        context.addIssue('must be an amount of ether with at most 18 decimals, such as "0.08"');
        return z.NEVER;
      })
      .describe('Price of one token in ether, in quotes: "0.08".'),
    maxPerMint: count.transform((value) => BigInt(value)).describe("Maximum quantity of one mint."),
    opensAt: moment
      .optional()
      .describe("When the phase opens, with a zone. Without it, the owner opens the phase."),
    closesAt: moment
      .optional()
      .describe("When the phase closes, with a zone. Without it, the owner closes the phase."),
    perWallet: count.optional().describe("Everybody may mint, up to this quantity per wallet."),
    list: z
      .string("must be the path of a CSV file")
      .min(1, "must be the path of a CSV file")
      .optional()
      .describe("CSV file of the wallets that may mint, and their quantities."),
  },
  "must be an object that describes a phase",
);

/** Contents of `sale.json`. */
export const saleFileSchema = z.strictObject(
  {
    $schema: z.string().optional(),
    phases: z.array(phaseSchema, "must be a list of phases"),
  },
  'must be an object with "phases"',
);

const missingList =
  "is a file that does not exist. Without it nobody can mint: create it, or correct the path";

type Path = readonly (string | number)[];
type Problem = readonly [path: Path, text: string];

/**
 * Reads the sale and its lists.
 *
 * @param path the JSON file; paths of lists are relative to its folder.
 * @throws {SaleFileError} that lists every problem.
 * @example readSaleFile("collection/sale.json").get("First Dust")?.price // 80000000000000000n
 */
export function readSaleFile(path: string): SalePlan {
  const text = stripByteOrderMark(readText(path));
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const [error] = errors;
  if (error !== undefined || root === undefined) {
    const [offset, code] = error ? [error.offset, printParseErrorCode(error.error)] : [0, "empty"];
    throw new SaleFileError([`${path}:${lineAt(text, offset)} is not JSON (${code}). Correct it.`]);
  }
  const locateRepeated = (field: Node) =>
    `${path}:${lineAt(text, field.offset)} repeats the field ${field.value}. Keep one of them.`;
  const locate = ([at, problem]: Problem) =>
    `${path}:${lineAt(text, findNode(root, at).offset)} ${formatPath(at)} ${problem}.`;
  const repeated = findRepeatedFields(root);
  if (repeated.length > 0) throw new SaleFileError(repeated.map(locateRepeated));
  const parsed = saleFileSchema.safeParse(getNodeValue(root));
  if (!parsed.success) {
    throw new SaleFileError(parsed.error.issues.flatMap(toProblems).map(locate));
  }
  const { phases } = parsed.data;
  const lists = new Map<string, ReturnType<typeof readMintList>>();
  const problems: string[] = findProblems(phases).map(locate);
  const plan = new Map<string, SalePhase>();
  for (const [index, { perWallet, list, ...phase }] of phases.entries()) {
    if (list === undefined) {
      // Safety: a phase without either is a problem.
      const minters: Minters = { kind: "everybody", perWallet: perWallet as number };
      plan.set(phase.name, { ...phase, minters });
    } else {
      const file = resolve(dirname(path), list);
      const read = lists.get(file) ?? readMintList(file);
      if (!existsSync(file)) problems.push(locate([["phases", index, "list"], missingList]));
      else if (!lists.has(file)) problems.push(...read.problems);
      lists.set(file, read);
      plan.set(phase.name, { ...phase, minters: { kind: "list", allowances: read.allowances } });
    }
  }
  if (problems.length > 0) throw new SaleFileError(problems);
  return plan;
}

/** Returns the files that a sale file consists of: itself and its lists. Ignores what is invalid. */
export function listSaleFiles(path: string): string[] {
  try {
    const { phases } = JSON.parse(stripByteOrderMark(readFileSync(path, "utf8")));
    const lists = z
      .array(z.object({ list: z.string() }))
      .parse(phases.filter(({ list }: { list?: unknown }) => list !== undefined));
    return [path, ...lists.map(({ list }) => resolve(dirname(path), list))];
  } catch {
    return [path];
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new SaleFileError([`${path} cannot be read (${code}). Create it, or correct the path.`]);
  }
}

type FilePhase = z.output<typeof phaseSchema>;

/** Finds what the schema cannot: contradictions within and between phases. */
function findProblems(phases: readonly FilePhase[]): Problem[] {
  const problems: Problem[] = [];
  for (const [index, phase] of phases.entries()) {
    const at = ["phases", index] as const;
    const add = (field: string, text: string) => problems.push([[...at, field], text]);
    const { name, perWallet, list, opensAt, closesAt } = phase;
    if ((perWallet === undefined) === (list === undefined)) {
      problems.push([
        at,
        'must have either "perWallet", for everybody, or "list", for the wallets of a file',
      ]);
    }
    if (countIds(phase) === 0n) add("endPoint", "must be above startingPoint");
    const earlier = phases.slice(0, index);
    if (earlier.some((other) => other.name === name)) add("name", `repeats “${name}”`);
    const overlapping = earlier.find((other) => overlap(other, phase));
    if (overlapping !== undefined) {
      const ids = describeIds(sharedIds(overlapping, phase));
      add("startingPoint", `must leave out ${ids}, which “${overlapping.name}” has`);
    }
    if (opensAt !== undefined && closesAt !== undefined && closesAt <= opensAt) {
      add("closesAt", "must be after opensAt");
    }
    const before = latestMoment(earlier);
    const first = opensAt ?? closesAt;
    if (before !== undefined && first !== undefined && first < before.moment) {
      const field = opensAt === undefined ? "closesAt" : "opensAt";
      add(
        field,
        `must not be before “${before.name}” ${before.does}: one phase is active at a time`,
      );
    }
  }
  return problems;
}

/** Returns the latest time of these phases. */
function latestMoment(phases: readonly FilePhase[]) {
  return phases
    .flatMap(({ name, opensAt, closesAt }) => [
      ...(opensAt === undefined ? [] : [{ name, moment: opensAt, does: "opens" }]),
      ...(closesAt === undefined ? [] : [{ name, moment: closesAt, does: "closes" }]),
    ])
    .toSorted((one, other) => Number(other.moment - one.moment))[0];
}

function toProblems(issue: z.core.$ZodIssue): Problem[] {
  const path = issue.path.map((part) => (typeof part === "number" ? part : String(part)));
  if (issue.code !== "unrecognized_keys") return [[path, issue.message]];
  return issue.keys.map((key) => [[...path, key], "is unknown. Correct its name, or delete it"]);
}

/** Returns the names of fields that an object has more than once: JSON would take the last one. */
function findRepeatedFields({ type, children = [] }: Node): Node[] {
  const names = new Set<unknown>();
  const repeated = children.flatMap(({ type: kind, children: [name] = [] }) => {
    if (type !== "object" || kind !== "property" || name === undefined) return [];
    const isRepeated = names.has(name.value);
    names.add(name.value);
    return isRepeated ? [name] : [];
  });
  return [...repeated, ...children.flatMap(findRepeatedFields)];
}

/** Returns the node at the path or, if a field is missing, the innermost one that contains it. */
function findNode(root: Node, path: Path): Node {
  for (let length = path.length; length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length));
    // A field starts with its name.
    if (node !== undefined) return node.parent?.type === "property" ? node.parent : node;
  }
  return root;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** Formats a path as `phases[1].price`; the file itself as `the file`. */
function formatPath(path: Path): string {
  if (path.length === 0) return "the file";
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`))
    .join("")
    .slice(1);
}

import { readFile } from "node:fs/promises";
import { z } from "zod";
import { CallSyntaxError } from "#protocol/values/encodeCall";
import { stripByteOrderMark } from "#protocol/values/textFile";
import type { PhaseRange } from "#sale/phaseRange";
import { parseSaleCall, type SaleCall } from "#sale/saleCalls";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** Contents of a draft file. */
export interface DraftFile {
  phases: PhaseRange[];
  /** Calls to send after the calls that set the phases. */
  calls: SaleCall[];
}

const point = z
  .unknown()
  .refine(
    (value) =>
      (typeof value === "string" || Number.isSafeInteger(value)) &&
      /^\d{1,20}$/.test(String(value)),
    "must be a whole number, in quotes if it is above 2^53",
  )
  .transform((value) => BigInt(String(value)))
  .refine((value) => value < 2n ** 64n, "must be below 2^64");
const phases = z.array(z.strictObject({ name: z.string(), startingPoint: point, endPoint: point }));
const draftSchema = z.preprocess(
  (given) => (Array.isArray(given) ? { phases: given } : given),
  z.strictObject({ phases: phases.default([]), calls: z.array(z.string()).default([]) }),
);

const example = `A draft is a list such as
  [{ "name": "First Dust", "startingPoint": 1, "endPoint": 101 }]
or an object with this list and further owner calls:
  { "phases": [ … ], "calls": ["adjustPrice(0.05 ether)", "changePhase(\\"First Dust\\")"] }`;

/**
 * Reads a draft of phases; leaves phases that it omits unchanged.
 *
 * @throws {UsageError}
 */
export async function readDraftFile(path: string): Promise<DraftFile> {
  const given = draftSchema.safeParse(await readJson(path));
  if (!given.success) {
    throw new UsageError(`${path}: ${z.prettifyError(given.error)}\n${example}`);
  }
  const names = given.data.phases.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new UsageError(`${path} contains the phase "${twice}" twice. Keep one of them.`);
  }
  try {
    return { phases: given.data.phases, calls: given.data.calls.map(parseSaleCall) };
  } catch (error) {
    if (error instanceof CallSyntaxError) throw new UsageError(`${path}: ${error.message}`);
    throw error;
  }
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(stripByteOrderMark(await readFile(path, "utf8")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${path} cannot be read: ${reason}\n${example}`);
  }
}

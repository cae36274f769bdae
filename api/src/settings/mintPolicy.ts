import { readFileSync } from "node:fs";
import type { Address } from "viem";
import { z } from "zod";
import { parseAddress } from "#protocol/values/address";
import { withoutByteOrderMark } from "#protocol/values/textFile";

/** A wallet's allowance in one phase, over all its authorizations. */
type PhaseRule =
  | { kind: "open"; perWallet: number }
  | { kind: "allowlist"; allowances: ReadonlyMap<Address, number> };

/** Each wallet's allowance per phase. A phase without an entry is closed. */
export type MintPolicy = ReadonlyMap<string, PhaseRule>;

const count = z
  .int("must be a whole number from 1 upwards")
  .min(1, "must be a whole number from 1 upwards");

const allowances = z
  .record(z.string(), count, "must be an object that maps addresses to numbers")
  .transform((entries, context): ReadonlyMap<Address, number> => {
    const map = new Map<Address, number>();
    for (const [text, allowance] of Object.entries(entries)) {
      const address = parseAddress(text);
      const isNew = address !== undefined && !map.has(address);
      if (isNew) map.set(address, allowance);
      else {
        const rule =
          address === undefined ? "be an address: 0x and 40 hex digits" : "occur only once";
        context.addIssue({ code: "custom", path: [text], message: `must ${rule}` });
      }
    }
    return map;
  });

const phaseRuleSchema = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("open"), perWallet: count }),
    z.strictObject({ kind: z.literal("allowlist"), allowances }),
  ],
  'must be an object with the kind "open" or "allowlist"',
) satisfies z.ZodType<PhaseRule>;

const policySchema = z
  .strictObject(
    {
      phases: z.record(
        z.string(),
        phaseRuleSchema,
        "must be an object that maps phase names to rules",
      ),
    },
    'must be an object with "phases"',
  )
  .transform(({ phases }): MintPolicy => new Map(Object.entries(phases)));

/** Thrown if a policy is invalid; each error is a sentence without its subject. */
export class PolicyError extends Error {
  override name = "PolicyError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/**
 * Reads the policy from a JSON file.
 *
 * @throws {PolicyError} that lists the errors.
 */
export function readPolicy(path: string): MintPolicy {
  const parsed = policySchema.safeParse(parseFile(path));
  if (parsed.success) return parsed.data;
  throw new PolicyError(parsed.error.issues.map(describeIssue));
}

function parseFile(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : error;
    throw new PolicyError([`names ${path}, which cannot be read (${code}).`]);
  }
  try {
    return JSON.parse(withoutByteOrderMark(text));
  } catch {
    throw new PolicyError([`names ${path}, which is not JSON.`]);
  }
}

/** Formats an error with its path in the file: `phases.Ember.perWallet must be …`. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const field = issue.path.length > 0 ? issue.path.map(String).join(".") : "the file";
  if (issue.code === "unrecognized_keys") {
    return `has a fault: ${field} must have no field ${issue.keys.join(", ")}.`;
  }
  return `has a fault: ${field} ${issue.message}.`;
}

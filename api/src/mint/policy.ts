import { readFileSync } from "node:fs";
import { type Address, getAddress, isAddress } from "viem";
import { z } from "zod";

/** How many a wallet may have in one phase, all its authorisations together. */
type PhaseRule =
  | { kind: "open"; perWallet: number }
  | { kind: "allowlist"; allowances: ReadonlyMap<Address, number> };

/** Who may have how many in which phase. A phase that is not in it is closed. */
export type MintPolicy = ReadonlyMap<string, PhaseRule>;

const count = z
  .int("must be a whole number from 1 upwards")
  .min(1, "must be a whole number from 1 upwards");

const allowances = z
  .record(
    z.string().refine((key) => isAddress(key), "must be an address: 0x and 40 hex digits"),
    count,
    "must be an object: address to number",
  )
  .transform((entries, context) => {
    const byWallet = new Map<Address, number>();
    for (const [key, allowance] of Object.entries(entries)) {
      const wallet = getAddress(key);
      if (byWallet.has(wallet)) {
        context.addIssue({ code: "custom", path: [key], message: "must be there only once" });
      }
      byWallet.set(wallet, allowance);
    }
    return byWallet;
  });

const phaseRule = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({ kind: z.literal("open"), perWallet: count }),
    z.strictObject({ kind: z.literal("allowlist"), allowances }),
  ],
  'must be an object whose kind is "open" or "allowlist"',
);

/** A name that does not survive being written down would be another phase's the next time. */
const phaseName = z
  .string()
  .refine(
    (name) => name.isWellFormed() && !name.includes("\0"),
    "must be a name without NULs and halves of surrogate pairs",
  );

const policySchema = z.strictObject(
  { phases: z.record(phaseName, phaseRule, "must be an object: name of a phase to its rule") },
  'must be an object with "phases"',
);

/** Thrown when a policy cannot be used; each fault is a sentence without its subject's name. */
export class PolicyError extends Error {
  override name = "PolicyError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join("\n"));
    this.faults = faults;
  }
}

/**
 * Reads the policy in a JSON file.
 *
 * @throws {PolicyError} with every fault.
 */
export function readPolicy(path: string): MintPolicy {
  const parsed = policySchema.safeParse(parseFile(path));
  if (parsed.success) return new Map(Object.entries(parsed.data.phases));
  throw new PolicyError(parsed.error.issues.map(describeIssue));
}

/** How many the phase allows the wallet in all; undefined if the phase is closed, 0 if it is not listed. */
export function allowanceOf(policy: MintPolicy, phase: string, wallet: Address) {
  const rule = policy.get(phase);
  if (rule?.kind === "allowlist") return rule.allowances.get(getAddress(wallet)) ?? 0;
  return rule?.perWallet;
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
    return JSON.parse(text);
  } catch {
    throw new PolicyError([`names ${path}, which is not JSON.`]);
  }
}

/** `phases.Ember.perWallet must be …`, with the place as it is in the file. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length > 0 ? issue.path.map(String).join(".") : "the file";
  if (issue.code === "unrecognized_keys") {
    return `has a fault: ${place} must have no field ${issue.keys.join(", ")}.`;
  }
  const message = issue.code === "invalid_key" ? issue.issues[0]?.message : issue.message;
  return `has a fault: ${place} ${message}.`;
}

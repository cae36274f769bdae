import { readFileSync } from "node:fs";
import { type Address, getAddress } from "viem";
import { z } from "zod";
import { isStorableText } from "#protocol/narrative";
import { addressSchema } from "../addressSchema.ts";

/** Allowance of wallets in one phase, over all their authorisations. */
type PhaseRule =
  | { kind: "open"; perWallet: number }
  | { kind: "allowlist"; allowances: ReadonlyMap<Address, number> };

/** How many each wallet may mint in each phase. A phase without an entry is closed. */
export type MintPolicy = ReadonlyMap<string, PhaseRule>;

const count = z
  .int("must be a whole number from 1 upwards")
  .min(1, "must be a whole number from 1 upwards");

const allowances = mapSchema(
  { key: addressSchema, value: count },
  "must be an object: address to number",
);

const openRule = z.strictObject({ kind: z.literal("open"), perWallet: count });
const allowlistRule = z.strictObject({ kind: z.literal("allowlist"), allowances });
/** Rejects an unknown kind, and reports issues of the common fields too. */
const ruleOfAnotherKind = z
  .strictObject(
    {
      kind: z.never('must be "open" or "allowlist"'),
      perWallet: count.optional(),
      allowances: allowances.optional(),
    },
    "must be an object with a kind",
  )
  .transform(() => z.NEVER);

/** Not zod's discriminated union, which reports no other error when the kind is invalid. */
const phaseRule = z.unknown().transform((value, context): PhaseRule => {
  const { data, error } = ruleSchemaFor(value).safeParse(value);
  reportIssues(context, error);
  return data ?? z.NEVER;
});

function ruleSchemaFor(value: unknown): z.ZodType<PhaseRule> {
  const kind = typeof value === "object" && value !== null && "kind" in value && value.kind;
  if (kind === "open") return openRule;
  return kind === "allowlist" ? allowlistRule : ruleOfAnotherKind;
}

/** Rejects names that storage would change. */
const phaseName = z
  .string()
  .refine(isStorableText, "must be a name without NULs and halves of surrogate pairs");

const phases = mapSchema(
  { key: phaseName, value: phaseRule },
  "must be an object: name of a phase to its rule",
);
const policySchema = z.strictObject({ phases }, 'must be an object with "phases"');

/** Thrown when a policy is invalid; each fault is a sentence without its subject. */
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
 * @throws {PolicyError} that lists every fault.
 */
export function readPolicy(path: string): MintPolicy {
  const parsed = policySchema.safeParse(parseFile(path));
  if (parsed.success) return parsed.data.phases;
  throw new PolicyError(parsed.error.issues.map(describeIssue));
}

/** The wallet's allowance in the phase: undefined if the phase is closed, 0 if the wallet is not listed. */
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

/** `phases.Ember.perWallet must be …`, with the path in the file. */
function describeIssue(issue: z.core.$ZodIssue): string {
  const place = issue.path.length > 0 ? issue.path.map(String).join(".") : "the file";
  if (issue.code === "unrecognized_keys") {
    return `has a fault: ${place} must have no field ${issue.keys.join(", ")}.`;
  }
  return `has a fault: ${place} ${issue.message}.`;
}

/**
 * Schema that parses an object into a map and reports the issues of every name and value. zod's own record skips the
 * value of an invalid name.
 */
function mapSchema<Key, Value>(
  { key, value }: { key: z.ZodType<Key>; value: z.ZodType<Value> },
  message: string,
) {
  return z.record(z.string(), z.unknown(), message).transform((entries, context) => {
    const names = new Set<Key>();
    const map = new Map<Key, Value>();
    for (const [name, content] of Object.entries(entries)) {
      const [its, held] = [key.safeParse(name), value.safeParse(content)];
      for (const { error } of [its, held]) reportIssues(context, error, name);
      if (!its.success) continue;
      if (names.has(its.data)) {
        const twice = "must occur only once";
        context.addIssue({ code: "custom", path: [name], message: twice });
      }
      names.add(its.data);
      if (held.success) map.set(its.data, held.data);
    }
    return map;
  });
}

/** Adds issues of a separate parse to the context, at the entry of this name or at the whole. */
function reportIssues(
  context: Pick<z.core.$RefinementCtx, "addIssue">,
  error: z.ZodError | undefined,
  ...place: string[]
): void {
  for (const issue of error?.issues ?? []) {
    context.addIssue({ ...issue, path: [...place, ...issue.path] });
  }
}

import { readFile } from "node:fs/promises";
import { parseUnits, ZeroAddress } from "ethers";
import { z } from "zod";
import { parseAddress } from "#protocol/values/address";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { type SettingName, saleSettings, settingNames } from "#sale/saleSettings";
import { settingKinds } from "#sale/settingKinds";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** Deployment parameters. Prices are in wei; phases are token ID ranges `[startPoint, endPoint)`. */
export type DeploymentParameters = z.output<typeof parametersSchema>;

/** The contract's limits, checked here so that errors are reported before anything is sent. */
const contractLimits = { tokens: 10_000, batch: 100 } as const;

/** Schemas for the file's fields, by kind of setting. */
const kindSchemas = {
  ether: price,
  count: wholeNumber,
  address: account,
  royalty,
};

const phaseSchema = z
  .preprocess(
    // Phase plans use `startingPoint`, like the contract's `AllPhases`.
    (phase) => {
      if (typeof phase !== "object" || phase === null || !("startingPoint" in phase)) return phase;
      const { startingPoint, ...rest } = phase;
      return { startPoint: startingPoint, ...rest };
    },
    z.strictObject({
      name: z.string("must be a string").min(1, "must not be empty"),
      startPoint: wholeNumber(),
      endPoint: wholeNumber(),
    }),
  )
  .refine(({ startPoint, endPoint }) => startPoint < endPoint, {
    path: ["endPoint"],
    message: "must be greater than startPoint: it is the id after the phase's last id",
  })
  .refine(({ startPoint, endPoint }) => endPoint - startPoint <= contractLimits.tokens, {
    path: ["endPoint"],
    message: `must be at most ${contractLimits.tokens} greater than startPoint, the collection's size`,
  });

const parametersSchema = z
  .strictObject({
    chainId: wholeNumber(1),
    baseURI: z
      .string("must be a string")
      .regex(
        /^(https?:\/\/|ipfs:\/\/|ar:\/\/|\/).*\/$/,
        "must start with https://, http://, ipfs://, ar:// or /, and end with /, because {id}.json is appended",
      ),
    withdrawer: account().optional(),
    owner: account().optional(),
    phases: z
      .array(phaseSchema, "must be a list of phases")
      .min(1, "must contain a phase")
      .superRefine(assertNoSharedIds),
    currentPhase: z.string("must be a string"),
    ...settingSchemas(),
    maxBatch: wholeNumber(1, contractLimits.batch),
    minting: z.boolean("must be true or false"),
  })
  .refine(isPhaseName, {
    path: ["currentPhase"],
    message: "must be the name of one of the phases",
    // Checked even if other fields are invalid, so that all errors are reported at once.
    when: ({ value }) => typeof value === "object" && value !== null,
  });

/**
 * Reads the parameters from a JSON file.
 *
 * @throws {UsageError}
 */
export async function readParameters(path: string): Promise<DeploymentParameters> {
  const parsed = parametersSchema.safeParse(await readJson(path));
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => `  ${describe(issue)}`);
  throw new UsageError(
    `${path} is invalid:\n${errors.join("\n")}\nFix it and run the same command again; docs/deploy.md explains each field.`,
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(stripByteOrderMark(await readFile(path, "utf8")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(
      `${path} cannot be read: ${reason}.\nPass a JSON file such as scripts/commands/deploy/parameters.example.json.`,
    );
  }
}

function assertNoSharedIds(
  phases: readonly { name: string; startPoint: number; endPoint: number }[],
  context: z.RefinementCtx,
): void {
  phases.forEach((phase, index) => {
    for (const earlier of phases.slice(0, index)) {
      if (earlier.name === phase.name) {
        const message = `must be unique: an earlier phase is named "${earlier.name}"`;
        context.addIssue({ code: "custom", path: [index, "name"], message });
      }
      if (phase.startPoint < earlier.endPoint && earlier.startPoint < phase.endPoint) {
        const message = `must not overlap "${earlier.name}" (${earlier.startPoint} up to, not including, ${earlier.endPoint})`;
        context.addIssue({ code: "custom", path: [index], message });
      }
    }
  });
}

/** Returns whether `currentPhase` names a phase; true if the phases are invalid, which is reported separately. */
function isPhaseName({ phases, currentPhase }: { phases: unknown; currentPhase: string }): boolean {
  const readable = z.array(z.object({ name: z.string() })).safeParse(phases);
  return !readable.success || readable.data.some(({ name }) => name === currentPhase);
}

function describe({ path, message, ...issue }: z.core.$ZodIssue): string {
  const field = path.reduce<string>(
    (text, step) => (typeof step === "number" ? `${text}[${step}]` : `${text}.${String(step)}`),
    "",
  );
  const name = field.replace(/^\./, "");
  if (issue.code !== "unrecognized_keys") return `${name || "The file"} ${message}.`;
  const unknown = issue.keys.map((key) => (name ? `${name}.${key}` : key)).join(", ");
  return `${unknown}: unknown field. Remove or rename it.`;
}

type ValueSettings = Exclude<SettingName, "isMinting" | "phase">;

/** Returns a schema for each of the sale's settings except the switch and the active phase. */
function settingSchemas() {
  const names = settingNames.filter((name) => name !== "isMinting" && name !== "phase");
  const shape = names.map((name) => [name, kindSchemas[saleSettings[name].kind]()]);
  // Safety: each name has one entry, whose schema matches the setting's kind.
  return Object.fromEntries(shape) as unknown as {
    [Name in ValueSettings]: ReturnType<(typeof kindSchemas)[(typeof saleSettings)[Name]["kind"]]>;
  };
}

function account() {
  return z
    .string("must be an address: 0x and 40 hex digits")
    .refine(
      (value) => parseAddress(value) !== undefined,
      "must be an address, 0x and 40 hex digits; in mixed case its checksum must be valid",
    )
    .refine((value) => value !== ZeroAddress, "must not be the zero address")
    .transform((value) => parseAddress(value) ?? value);
}

function royalty() {
  const { hint, parse } = settingKinds.royalty;
  const message = `must be ${hint}`;
  const parsed = z.string(message).transform((text) => parse(text));
  return parsed.refine((value) => value !== undefined, message).optional();
}

function wholeNumber(min = 0, max = Number.MAX_SAFE_INTEGER) {
  const message = `must be a whole number from ${min} to ${max}`;
  return z.int(message).min(min, message).max(max, message);
}

function price() {
  const message = 'must be a string such as "0.08 ether", "5 gwei" or "80000000000000000" (wei)';
  return z.string(message).transform((text, context) => {
    const [, amount, unit = "wei"] = /^(\d+(?:\.\d+)?)(?: (ether|gwei|wei))?$/.exec(text) ?? [];
    try {
      if (amount !== undefined) return parseUnits(amount, unit);
    } catch {
      // The amount has more decimals than its unit; reported like any invalid amount.
    }
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

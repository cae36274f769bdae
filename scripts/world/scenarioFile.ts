import { z } from "zod";
import type { WorldPlan } from "./plan.ts";
import { tellMany, tellManySchema } from "./tellMany.ts";

/** Thrown for an invalid scenario; the message lists every fault, one per line. */
export class ScenarioError extends Error {
  override name = "ScenarioError";
}

/** Contents of a scenario's file, merged with the scenario that it is based on. */
export interface ScenarioFile {
  summary: string;
  /** Whether the shipped tales are published before all other events. */
  tales?: "shipped" | undefined;
  plan: WorldPlan;
}

const account = z.int().min(0).max(19);
const tokenId = z.int().min(0);
const phase = z.strictObject({
  name: z.string().min(1),
  startingPoint: tokenId,
  endPoint: tokenId,
  mints: z.array(z.strictObject({ account, quantity: z.int().min(1).max(10_000) })),
  gifts: z.array(account).max(100),
});

const party = z.union([account, z.string()], "must be an account from 0 to 19, or a wallet's name");
const event = z.union(
  [
    z.strictObject({ transfer: z.strictObject({ drifterId: tokenId, to: party }) }),
    z.strictObject({ tell: z.strictObject({ drifterId: tokenId, narrative: z.string() }) }),
    z.strictObject({ tellMany: tellManySchema }),
    z.strictObject({ hide: z.strictObject({ drifterId: tokenId, reason: z.string() }) }),
  ],
  `must be one of { "transfer": { drifterId, to } }, { "tell": { drifterId, narrative } }, { "tellMany": { firstId, step, subjects, verbs, objects } }, { "hide": { drifterId, reason } }`,
);

const schema = z.strictObject({
  summary: z.string().min(1),
  /** Another scenario, whose fields are the defaults. */
  basedOn: z.string().exactOptional(),
  tales: z.literal("shipped").exactOptional(),
  phases: z.array(phase).exactOptional(),
  minting: z.boolean().exactOptional(),
  currentPhase: z.string().exactOptional(),
  wallets: z
    .record(z.string(), z.strictObject({ keepers: z.tuple([account, account]) }))
    .exactOptional(),
  events: z.array(event).exactOptional(),
  paintedAtMost: z.int().min(1).exactOptional(),
  chain: z.enum(["up", "down"]).exactOptional(),
});
type Fields = z.infer<typeof schema>;

/**
 * Reads and validates a scenario file.
 *
 * @param readText returns the text of the scenario of that name, if it exists.
 * @throws {ScenarioError}
 */
export function parseScenarioFile(
  name: string,
  readText: (name: string) => string | undefined,
): ScenarioFile {
  const { basedOn, ...own } = parseFields(name, readText(name) ?? "");
  const base = basedOn === undefined ? "{}" : readText(basedOn);
  if (base === undefined) return refuse(name, [`basedOn: there is no scenario "${basedOn}"`]);
  const inherited = basedOn === undefined ? {} : parseFields(basedOn, base);
  if ("basedOn" in inherited) {
    refuse(name, ["basedOn: must name a scenario that has no basedOn itself"]);
  }
  const { summary, tales, phases, events, ...rest } = { ...inherited, ...own };
  if (phases === undefined) return refuse(name, ["phases: required; may be empty"]);
  // The contract and the service reject a plan that breaks their rules when the world is built.
  const plan: WorldPlan = {
    ...rest,
    phases,
    ...(events && {
      events: events.flatMap((each) => ("tellMany" in each ? tellMany(each.tellMany) : [each])),
    }),
  };
  return { summary, tales, plan };
}

function parseFields(name: string, text: string): Fields {
  const parsed = schema.safeParse(parseJson(name, text));
  if (parsed.success) return parsed.data;
  return refuse(
    name,
    parsed.error.issues.map(({ path, message }) => `${path.join(".") || "file"}: ${message}`),
  );
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse(name, [error instanceof Error ? error.message : String(error)]);
  }
}

function refuse(name: string, faults: readonly string[]): never {
  throw new ScenarioError(
    `The scenario ${name}.json is invalid. Fix these and try again:\n${faults.map((fault) => `  ${fault}`).join("\n")}`,
  );
}

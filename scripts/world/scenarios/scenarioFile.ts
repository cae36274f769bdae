import { z } from "zod";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { UsageError } from "../../shared/commandLine/usageError.ts";

/** A scenario file's contents, merged with its base scenario. */
export interface ScenarioFile {
  summary: string;
  /** Whether the shipped stories are published before all other events. */
  stories?: "shipped" | undefined;
  plan: WorldPlan;
}

const account = z.int().min(0).max(19);
const tokenId = z.int().min(0);
const phase = z.strictObject({
  name: z.string().min(1),
  /** Token IDs `[startingPoint, endPoint)`. */
  startingPoint: tokenId,
  endPoint: tokenId,
  /** Sales in order; IDs are assigned from `startingPoint` upwards. Quantities above the batch limit are split. */
  mints: z.array(z.strictObject({ account, quantity: z.int().min(1).max(10_000) })),
  /** Accounts that receive one token each as a gift, after the sales. */
  gifts: z.array(account).max(100),
});

const words = z.array(z.string().min(1)).min(1);

/** One-sentence stories, one per combination of subject, verb and object. */
const publishManySchema = z.strictObject({
  /** The first story's token. */
  firstId: z.int().min(0),
  /** The distance between the IDs of successive stories. */
  step: z.int().min(1),
  subjects: words,
  verbs: words,
  objects: words,
});

/** One of Hardhat's accounts by number, or a contract wallet by name. */
const owner = z.union([account, z.string()], "must be an account from 0 to 19, or a wallet's name");
/** The current owner transfers a token. */
const transfer = z.strictObject({
  transfer: z.strictObject({ drifterId: tokenId, to: owner }),
});
/** The current owner saves a story, which replaces the previous one. */
const publish = z.strictObject({
  publish: z.strictObject({ drifterId: tokenId, narrative: z.string() }),
});
/** A moderator hides a token's stories. */
const hide = z.strictObject({ hide: z.strictObject({ drifterId: tokenId, reason: z.string() }) });
const event = z.union(
  [transfer, publish, z.strictObject({ publishMany: publishManySchema }), hide],
  `must be one of { "transfer": { drifterId, to } }, { "publish": { drifterId, narrative } }, { "publishMany": { firstId, step, subjects, verbs, objects } }, { "hide": { drifterId, reason } }`,
);

/** Without token IDs, a phase has those of `collection/sale.json`. */
const filePhase = phase.extend({
  startingPoint: tokenId.exactOptional(),
  endPoint: tokenId.exactOptional(),
});

const schema = z.strictObject({
  summary: z.string().min(1),
  /** A scenario whose fields are the defaults. */
  basedOn: z.string().exactOptional(),
  /** Whether the shipped stories are published before all other events. */
  stories: z.literal("shipped").exactOptional(),
  phases: z.array(filePhase).exactOptional(),
  /** Whether minting is on at the end; true by default. */
  minting: z.boolean().exactOptional(),
  /** The phase at the end; by default, the last phase with a mint. */
  currentPhase: z.string().exactOptional(),
  /** Further calls by the owner at the end, such as `adjustPrice(0.05 ether)`. */
  calls: z.array(z.string()).exactOptional(),
  /** Date of the chain's first block, in ISO 8601 with a zone. */
  startsAt: z.iso.datetime({ offset: true }).exactOptional(),
  /**
   * The service's sale file, relative to this file; `collection/sale.json` by default. With it, the mints count toward
   * the wallets' allowances.
   */
  sale: z.string().exactOptional(),
  /** Contract wallets by name for use in events; a wallet's signature combines two accounts' signatures. */
  wallets: z
    .record(z.string(), z.strictObject({ keepers: z.tuple([account, account]) }))
    .exactOptional(),
  /** ENS names of accounts; without any, the chain has no ENS. */
  names: z.record(z.string(), account).exactOptional(),
  /** Events after the sale, in order. */
  events: z.array(event).exactOptional(),
  /** Maximum number of portraits, which further tokens share; unlimited by default. */
  paintedAtMost: z.int().min(1).exactOptional(),
  /** Whether the chain is reachable at the end; "up" by default. */
  chain: z.enum(["up", "down"]).exactOptional(),
});
type Fields = z.infer<typeof schema>;

export type AccountOrWallet = z.infer<typeof owner>;
export type EventPlan = z.infer<typeof transfer | typeof publish | typeof hide>;
export type ScenarioPhase = z.infer<typeof phase>;
type IdRange = Pick<ScenarioPhase, "startingPoint" | "endPoint">;

/** A local world's state after its start. */
export interface WorldPlan
  extends Omit<Fields, "summary" | "basedOn" | "stories" | "phases" | "events"> {
  phases: ScenarioPhase[];
  events?: EventPlan[];
}

/**
 * Reads and validates a scenario file.
 *
 * @param readText returns the text of the scenario of that name, if it exists.
 * @param findPlanned returns the phase of that name in `collection/sale.json`, if it exists.
 * @throws {UsageError}
 */
export function parseScenarioFile(
  name: string,
  readText: (name: string) => string | undefined,
  findPlanned: (phase: string) => IdRange | undefined,
): ScenarioFile {
  const { basedOn, ...own } = parseFields(name, readText(name) ?? "");
  const base = basedOn === undefined ? "{}" : readText(basedOn);
  if (base === undefined) return reject(name, [`basedOn: unknown scenario "${basedOn}"`]);
  const inherited = basedOn === undefined ? {} : parseFields(basedOn, base);
  if ("basedOn" in inherited) {
    reject(name, ["basedOn: must name a scenario that has no basedOn itself"]);
  }
  const { summary, stories, phases, events, ...rest } = { ...inherited, ...own };
  if (phases === undefined) return reject(name, ["phases: required, but may be empty"]);
  // Not validated here: the contract and the service reject an invalid plan when the world is built.
  const plan: WorldPlan = {
    ...rest,
    phases: phases.map((each, index) => {
      const { startingPoint, endPoint } = { ...findPlanned(each.name), ...each };
      if (startingPoint !== undefined && endPoint !== undefined)
        return { ...each, startingPoint, endPoint };
      return reject(name, [
        `phases.${index}: set startingPoint and endPoint, or add “${each.name}” to collection/sale.json`,
      ]);
    }),
    ...(events && {
      events: events.flatMap((each) =>
        "publishMany" in each ? publishMany(each.publishMany) : [each],
      ),
    }),
  };
  return { summary, stories, plan };
}

function parseFields(name: string, text: string): Fields {
  const parsed = schema.safeParse(parseJson(name, text));
  if (parsed.success) return parsed.data;
  return reject(
    name,
    parsed.error.issues.map(({ path, message }) => `${path.join(".") || "file"}: ${message}`),
  );
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(stripByteOrderMark(text));
  } catch (error) {
    return reject(name, [error instanceof Error ? error.message : String(error)]);
  }
}

function reject(name: string, errors: readonly string[]): never {
  throw new UsageError(
    `The scenario ${name}.json is invalid. Fix these and try again:\n${errors.map((error) => `  ${error}`).join("\n")}`,
  );
}

/** Returns the events for all combinations. Subject and object change with each story. */
function publishMany({
  firstId,
  step,
  subjects,
  verbs,
  objects,
}: z.infer<typeof publishManySchema>): EventPlan[] {
  const narratives = objects.flatMap((_, round) =>
    verbs.flatMap((verb) =>
      subjects.map(
        (subject, index) => `${subject} ${verb} ${objects[(index + round) % objects.length]}.`,
      ),
    ),
  );
  return narratives.map((narrative, index) => ({
    publish: { drifterId: firstId + index * step, narrative },
  }));
}

/** Hardhat's accounts with roles. */
export const roles = {
  /** Deploys and administers the collection. */
  administrator: 0,
  /** Signs mint authorizations. */
  signer: 1,
} as const;

/** Returns how many tokens the plan mints in `phase`, including gifts. */
export function mintedInPhase(phase: ScenarioPhase): number {
  return phase.mints.reduce((sum, { quantity }) => sum + quantity, phase.gifts.length);
}

/** Returns every token that the plan mints. */
export function plannedTokens(plan: WorldPlan): { id: number; phase: string }[] {
  return plan.phases.flatMap((phase) =>
    Array.from({ length: mintedInPhase(phase) }, (_, index) => ({
      id: phase.startingPoint + index,
      phase: phase.name,
    })),
  );
}

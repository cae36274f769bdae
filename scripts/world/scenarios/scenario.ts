import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { didYouMean } from "#protocol/values/closestName";
import { stripByteOrderMark } from "#protocol/values/textFile";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import {
  parseScenarioFile,
  plannedTokens,
  type ScenarioPhase,
  type WorldPlan,
} from "./scenarioFile.ts";
import { loadShippedStories, type ShippedStory } from "./shippedStories.ts";

/** A named world: `collection/scenarios/NAME.json`. */
export interface Scenario {
  name: string;
  /** Path of the scenario's file, if it is not in `collection/scenarios/`. */
  file?: string;
  /** One sentence. */
  summary: string;
  plan: WorldPlan;
  /** Stories that the owners save before the other events after the sale. */
  stories: readonly ShippedStory[];
}

/** The world of `npm start`. */
export const standardScenario = "mid-sale";

/** Matches valid names for scenarios and snapshots. */
export const worldNamePattern = /^[a-z0-9-]{1,60}$/;

const collectionFolder = join(import.meta.dirname, "../../../collection");
const scenariosFolder = join(collectionFolder, "scenarios");
const saleFile = join(collectionFolder, "sale.json");

/** Returns every scenario's name and summary, or what is wrong with its file, the standard scenario first. */
export function listScenarios(folder = scenariosFolder): Pick<Scenario, "name" | "summary">[] {
  return scenarioNames(folder).map((name) => {
    try {
      return { name, summary: readFile(name, folder).summary };
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      return { name, summary: `Invalid: ${error.message.split("\n").at(-1)?.trim()}.` };
    }
  });
}

/** Lists the scenarios, one per line. */
export function describeScenarios(folder = scenariosFolder): string {
  const scenarios = listScenarios(folder);
  const rows = scenarios.map(({ name, summary }) => [name, summary]);
  return formatTable(rows, { indent: "  " });
}

/**
 * Reads and validates a scenario.
 *
 * @param given a name, or the path of a file that ends with `.json`.
 * @throws {UsageError}
 */
export async function loadScenario(given: string, folder = scenariosFolder): Promise<Scenario> {
  if (!given.endsWith(".json")) return loadNamed(given, folder);
  if (existsSync(given)) {
    return { ...(await loadNamed(basename(given, ".json"), dirname(given))), file: given };
  }
  throw new UsageError(`There is no file ${given}. Correct the path, or pass a scenario's name.`);
}

async function loadNamed(name: string, folder: string): Promise<Scenario> {
  if (!scenarioNames(folder).includes(name)) {
    throw new UsageError(
      `There is no scenario "${name}".${didYouMean(name, scenarioNames(folder))} Choose one of these:\n\n${describeScenarios(folder)}`,
    );
  }
  const { summary, stories, plan } = readFile(name, folder);
  if (plan.sale !== undefined) plan.sale = resolve(folder, plan.sale);
  const minted = new Set(plannedTokens(plan).map(({ id }) => String(id)));
  const shipped = stories === "shipped" ? await loadShippedStories() : [];
  return { name, summary, plan, stories: shipped.filter(({ drifterId }) => minted.has(drifterId)) };
}

function readFile(name: string, folder: string) {
  const names = scenarioNames(folder);
  return parseScenarioFile(
    name,
    (each) =>
      names.includes(each) ? readFileSync(join(folder, `${each}.json`), "utf8") : undefined,
    findPlanned,
  );
}

/** Returns the phase of that name in the sale file, if both exist. The service validates the file when it starts. */
function findPlanned(name: string) {
  if (!existsSync(saleFile)) return undefined;
  // Safety: see above.
  const { phases } = JSON.parse(stripByteOrderMark(readFileSync(saleFile, "utf8"))) as {
    phases: Pick<ScenarioPhase, "name" | "startingPoint" | "endPoint">[];
  };
  const phase = phases.find((each) => each.name === name);
  return phase && { startingPoint: phase.startingPoint, endPoint: phase.endPoint };
}

/** Returns all scenario names, the standard scenario first. */
export function scenarioNames(folder = scenariosFolder): string[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .sort();
  return [
    ...names.filter((name) => name === standardScenario),
    ...names.filter((name) => name !== standardScenario),
  ];
}

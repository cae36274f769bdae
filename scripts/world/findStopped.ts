import { join } from "node:path";
import { originRecipe } from "./originRecipe.ts";
import { type Recipe, scenarioFolder, scenarioRecipe } from "./recipe.ts";
import { type Scenario, standardScenario } from "./scenarios/scenario.ts";
import {
  forgetWorld,
  readLastFolder,
  readStoppedWorld,
  type StoppedWorld,
} from "./stoppedWorld.ts";

interface FoundWorld {
  stopped?: { world: StoppedWorld; recipe: Recipe };
  /** A sentence for the person. */
  note?: string;
}

/**
 * Finds the world to continue: the scenario's, or the one that ran last.
 *
 * @param options.fresh deletes the scenario's world instead.
 * @throws {UsageError} if what the world started from no longer exists.
 */
export async function findStopped(
  directory: string,
  { scenario, fresh }: { scenario: Scenario | undefined; fresh: boolean },
): Promise<FoundWorld> {
  if (fresh) {
    await forgetWorld(join(directory, scenarioFolder(scenario ?? { name: standardScenario })));
    return {};
  }
  const folder = scenario ? scenarioFolder(scenario) : await readLastFolder(directory);
  const { stopped: world, note } = await readStoppedWorld(join(directory, folder));
  const found = note === undefined ? {} : { note };
  if (world === undefined) return found;
  const { origin } = world.facts;
  if (scenario && origin?.kind === "scenario") {
    const recipe = scenarioRecipe(scenario);
    const isSame = recipe.origin.kind === "scenario" && recipe.origin.name === origin.name;
    return isSame ? { ...found, stopped: { world, recipe } } : found;
  }
  return { ...found, stopped: { world, recipe: await originRecipe(world.facts, directory) } };
}

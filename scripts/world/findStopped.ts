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
  /** Messages for the person who starts the world. */
  notes: string[];
}

/**
 * Finds the world to continue: the scenario's, or the one that ran last.
 *
 * @param options.fresh deletes the scenario's world instead, by default the standard one.
 * @throws {UsageError} if what the world started from no longer exists.
 */
export async function findStopped(
  directory: string,
  { scenario, fresh }: { scenario: Scenario | undefined; fresh: boolean },
): Promise<FoundWorld> {
  if (fresh) {
    await forgetWorld(join(directory, scenarioFolder(scenario ?? { name: standardScenario })));
    return { notes: [] };
  }
  const folder = scenario ? scenarioFolder(scenario) : await readLastFolder(directory);
  const { stopped: world, note } = await readStoppedWorld(join(directory, folder));
  const notes = note === undefined ? [] : [note];
  if (world === undefined) return { notes };
  const { origin } = world.facts;
  const recipe = scenario ? scenarioRecipe(scenario) : await originRecipe(world.facts, directory);
  const isSame = origin?.kind === recipe.origin.kind;
  if (origin?.kind === "scenario" && recipe.origin.kind === "scenario") {
    // A scenario's file elsewhere may have a shipped scenario's name.
    if (recipe.origin.name !== origin.name) return { notes };
    if (recipe.origin.digest !== origin.digest) {
      notes.push(
        `The scenario "${recipe.name}" has changed since this world started from it. npm start -- --scenario ${origin.name} --fresh shows the change.`,
      );
    }
  }
  return isSame ? { notes, stopped: { world, recipe } } : { notes };
}

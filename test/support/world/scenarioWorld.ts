import { join } from "node:path";
import { portraits } from "../../../scripts/shared/cacheFolders.ts";
import { quietStep } from "../../../scripts/shared/commandLine/step.ts";
import { type Recipe, scenarioRecipe } from "../../../scripts/world/recipe.ts";
import { loadScenario } from "../../../scripts/world/scenarios/scenario.ts";
import { startService } from "../../../scripts/world/service.ts";
import { startWorld, type World } from "../../../scripts/world/startWorld.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** Returns a scenario's recipe with two portraits for all drifters, because painting dominates the time. */
export async function quickRecipe(name: string): Promise<Recipe> {
  const { plan, stories } = await loadScenario(name);
  return scenarioRecipe({ name, stories, plan: { ...plan, paintedAtMost: 2 } });
}

/**
 * Starts the world of `npm start`, which can switch scenarios, in its own folder, with a scenario or changes to it.
 * Close it in an `after` hook.
 */
export async function startScenarioWorld(
  name: string,
  differing: Partial<Parameters<typeof startWorld>[0]> = {},
) {
  const root = await temporaryFolder();
  const directory = join(root, ".world");
  const { plan, stories } = await loadScenario(name);
  let world: World = await startWorld(
    {
      startService,
      scenario: name,
      plan: { ...plan, paintedAtMost: 2 },
      stories,
      directory,
      portraits,
      ports: { chain: 0, api: 0, web: 0 },
      ...differing,
    },
    quietStep,
  );
  return {
    /** Path of the working tree from which the world reads its sources. */
    root,
    directory,
    world: () => world,
    replace(next: World) {
      world = next;
    },
    async become(recipe: Recipe): Promise<World> {
      world = await world.become(recipe, quietStep);
      return world;
    },
    close: () => world.close(),
  };
}

/** Fetches a path below `/api/narrative` from a world's service. */
export async function requestApi(
  { apiUrl }: World,
  path = "",
): Promise<{ status: number; body: never }> {
  const response = await fetch(`${apiUrl}/api/narrative${path}`);
  return { status: response.status, body: (await response.json()) as never };
}

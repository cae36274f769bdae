import { UsageError } from "../shared/commandLine/usageError.ts";
import { forkRecipe } from "./fork/forkRecipe.ts";
import { type Recipe, scenarioRecipe } from "./recipe.ts";
import type { WorldFacts } from "./savedWorld.ts";
import { loadScenario } from "./scenarios/scenario.ts";
import { snapshotRecipe } from "./snapshots.ts";

/**
 * Returns the recipe that a world started from.
 *
 * @throws {UsageError} if its scenario or snapshot no longer exists.
 */
export async function originRecipe(
  { origin, fork }: Pick<WorldFacts, "origin" | "fork">,
  directory: string,
): Promise<Recipe> {
  if (origin?.kind === "scenario") return scenarioRecipe(await loadScenario(origin.name));
  if (origin?.kind === "snapshot") return snapshotRecipe(directory, origin.name);
  if (fork !== undefined) return forkRecipe(fork.live, fork.options);
  throw new UsageError("The world does not say what it started from.");
}

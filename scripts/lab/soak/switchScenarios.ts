import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Recipe, scenarioRecipe } from "../../world/recipe.ts";
import { listScenarios, loadScenario } from "../../world/scenario.ts";
import { startService } from "../../world/service/startService.ts";
import { startWorld, type World } from "../../world/startWorld.ts";
import { quietStep } from "../../world/step.ts";
import { pairwise } from "./pairwise.ts";

/**
 * Switches one local world from each scenario to each other one, and compares chain and stories with the scenario's
 * earlier ones.
 *
 * @returns whether they were always equal.
 */
export async function switchScenarios(ending: AbortSignal): Promise<boolean> {
  const recipes = await Promise.all(listScenarios().map(({ name }) => quickRecipe(name)));
  const walk = pairwise(recipes);
  const known = new Map<string, Awaited<ReturnType<typeof describeState>>>();
  await using stage = await startStage();
  let before = stage.world.recipe.name;
  for (const [index, recipe] of walk.entries()) {
    if (ending.aborted) return false;
    console.log(`${index + 1} of ${walk.length}: ${before} → ${recipe.name}`);
    stage.world = await stage.world.become(recipe, quietStep);
    const state = await describeState(stage.world);
    const expected = known.get(recipe.name) ?? state;
    known.set(recipe.name, expected);
    if (!isDeepStrictEqual(state, expected)) {
      console.log(`✘ ${recipe.name} differs after ${before}.`, { expected, state });
      return false;
    }
    before = recipe.name;
  }
  return true;
}

/** Returns a scenario's recipe with only two portraits, because drawing them takes longest. */
async function quickRecipe(name: string): Promise<Recipe> {
  const { plan, tales } = await loadScenario(name);
  return scenarioRecipe({ name, tales, plan: { ...plan, paintedAtMost: 2 } });
}

/** Starts a world in a temporary folder, on free ports. */
async function startStage() {
  const root = await mkdtemp(join(tmpdir(), "fringe-drifters-soak-"));
  const { plan } = await loadScenario("fresh");
  const options = {
    startService,
    scenario: "fresh",
    plan: { ...plan, paintedAtMost: 2 },
    tales: [],
    directory: join(root, ".world"),
    ports: { chain: 0, api: 0, web: 0 },
  };
  return {
    world: await startWorld(options, quietStep),
    async [Symbol.asyncDispose]() {
      await this.world.close();
      await rm(root, { recursive: true });
    },
  };
}

/** The chain's state without the time, and each story's drifter, revision and hash. */
async function describeState({ chain, contract, home }: World) {
  const stories = await readdir(join(home, "narratives"), { recursive: true });
  const block = await chain.ethers.provider.getBlock("latest");
  return {
    contract: await contract.getAddress(),
    blockNumber: block?.number,
    stateRoot: block?.stateRoot,
    stories: stories.filter((name) => name.endsWith(".json")).sort(),
  };
}

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { compileCache, portraits } from "../../shared/cacheFolders.ts";
import { quietStep } from "../../shared/commandLine/step.ts";
import { requestResource } from "../../test/runner/resources.ts";
import { scenarioRecipe } from "../../world/recipe.ts";
import { standardScenario } from "../../world/scenarios/scenario.ts";
import type { WorldPlan } from "../../world/scenarios/scenarioFile.ts";
import { startService } from "../../world/service.ts";
import { startStack } from "../../world/startStack.ts";
import type { World } from "../../world/startWorld.ts";
import { startApiProcess } from "./apiProcess.ts";

const root = join(import.meta.dirname, "../../..");

/** Two phases with a few tokens each, which start in seconds. Account 5 owns no tokens. */
export const smallPlan: WorldPlan = {
  phases: [
    {
      name: "First Dust",
      startingPoint: 1,
      endPoint: 13,
      mints: [
        { account: 2, quantity: 9 },
        { account: 3, quantity: 2 },
      ],
      gifts: [4],
    },
    {
      name: "Lantern Season",
      startingPoint: 101,
      endPoint: 121,
      mints: [{ account: 3, quantity: 1 }],
      gifts: [],
    },
  ],
};

/** The site's origin, used in link previews. */
export const publicUrl = "https://site.example";

/** A small world that serves the production build. */
export type ProductionWorld = Pick<World, "chain" | "contract" | "apiUrl" | "webUrl" | "close">;

/** Starts a small world that stores its data in `directory`, on free ports. */
export async function startProductionWorld(
  directory: string,
  plan: WorldPlan = smallPlan,
): Promise<ProductionWorld> {
  await using started = new AsyncDisposableStack();
  const recipe = scenarioRecipe({ name: standardScenario, plan, stories: [] });
  const ports = { chain: 0, api: 0 };
  const stack = await startStack({ startService, recipe, directory, portraits, ports }, quietStep);
  started.defer(() => stack.close());
  const { chain, contract } = stack.current();
  const production = await serveProduction({ chain, contract, directory });
  started.defer(() => production.close());
  const running = started.move();
  return { chain, contract, ...production, close: () => running.disposeAsync() };
}

/**
 * Serves the build as an operator does: `npm run serve`, configured by its environment.
 * Each server of a world keeps its own stories.
 */
export async function serveProduction(
  { chain, contract, directory }: Pick<World, "chain" | "contract"> & { directory: string },
  environment: Record<string, string> = {},
) {
  await requestResource("page");
  const { url, stop } = await startApiProcess(
    {
      RPC_URL: chain.url,
      CHAIN_ID: String(chain.chainId),
      CONTRACT_ADDRESS: await contract.getAddress(),
      DATA_DIR: join(directory, `narratives-${randomUUID()}`),
      COLLECTION_DIR: join(directory, "collection"),
      NODE_COMPILE_CACHE: compileCache,
      PUBLIC_URL: publicUrl,
      ...environment,
    },
    root,
  );
  return { apiUrl: url, webUrl: url, close: stop };
}

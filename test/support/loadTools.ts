import { join } from "node:path";
import type { LoadCommandTools } from "../../scripts/lab/load/loadCommand.ts";
import { loadPlan } from "../../scripts/lab/load/plan.ts";
import { compileCache } from "../../scripts/shared/cacheFolders.ts";
import { buildWorld } from "../../scripts/world/buildWorld.ts";
import { scenarioRecipe } from "../../scripts/world/recipe.ts";
import { startService } from "../../scripts/world/service/startService.ts";
import { quietStep } from "../../scripts/world/step.ts";
import { createTestDatabase } from "./postgres.ts";
import { fillPrintShelf } from "./printShelf.ts";

/** Small settings of `npm run load`, in this process and on the run's PostgreSQL server. */
export const loadToolsHere: LoadCommandTools = {
  async startStack(directory) {
    const portraits = join(directory, "portraits");
    await fillPrintShelf(portraits, loadPlan);
    const recipe = scenarioRecipe({ name: "load", plan: loadPlan, tales: [] });
    const options = { startService, recipe, directory, portraits, withNewContracts: true };
    const { chain, contract, staged } = await buildWorld(options, quietStep);
    return {
      rpcUrl: chain.url,
      chainId: chain.chainId,
      contractAddress: await contract.getAddress(),
      collectionDir: join(staged, "collection"),
      [Symbol.asyncDispose]: () => chain.close(),
    };
  },
  async startDatabase() {
    const database = await createTestDatabase();
    return { url: database.url, stop: async () => database[Symbol.asyncDispose]() };
  },
  environment: { NODE_COMPILE_CACHE: compileCache },
  pauseMilliseconds: 20,
  step: (_title, work) => work(() => undefined),
  signal: new AbortController().signal,
};

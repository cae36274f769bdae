// Child process with a chain and a small collection: draws the portraits into the given folder, prints its addresses as
// one line of JSON, and ends when its standard input closes.
import { once } from "node:events";
import { join } from "node:path";
import { compileContracts } from "../../shared/compileContracts.ts";
import { buildWorld } from "../../world/buildWorld.ts";
import { scenarioRecipe } from "../../world/recipe.ts";
import { startService } from "../../world/service/startService.ts";
import { loadPlan } from "./plan.ts";
import type { LoadStack } from "./startStack.ts";

const [directory = "."] = process.argv.slice(2);
await compileContracts();
const recipe = scenarioRecipe({ name: "load", plan: loadPlan, tales: [] });
const { chain, contract, staged } = await buildWorld(
  {
    startService,
    recipe,
    directory,
    portraits: join(directory, "portraits"),
    withNewContracts: true,
  },
  (_title, work) => work(() => {}),
);
const told: LoadStack = {
  rpcUrl: chain.url,
  chainId: chain.chainId,
  contractAddress: await contract.getAddress(),
  collectionDir: join(staged, "collection"),
};
console.log(JSON.stringify(told));
await once(process.stdin.resume(), "end");
await chain.close();
process.exit();

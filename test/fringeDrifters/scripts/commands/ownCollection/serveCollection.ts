// Builds the web app, serves the standard world of the surrounding repository, and prints its URL.
import { quietStep } from "../../../../../scripts/shared/commandLine/step.ts";
import { freePort } from "../../../../../scripts/shared/freePort.ts";
import { requestResource } from "../../../../../scripts/test/runner/resources.ts";
import { scenarioRecipe } from "../../../../../scripts/world/recipe.ts";
import { loadScenario, standardScenario } from "../../../../../scripts/world/scenarios/scenario.ts";
import { startService } from "../../../../../scripts/world/service.ts";
import { startStack } from "../../../../../scripts/world/startStack.ts";

await requestResource("page");
const [api, metrics] = [await freePort(), await freePort()];
const stack = await startStack(
  {
    startService: (variables) => startService({ ...variables, METRICS_PORT: String(metrics) }),
    recipe: scenarioRecipe(await loadScenario(standardScenario)),
    directory: ".world",
    portraits: ".world/portraits",
    ports: { chain: 0, api },
    publicUrl: `http://127.0.0.1:${api}`,
  },
  quietStep,
);
const { publicChain, contract, apiUrl, home } = stack.current();
const address = await contract.getAddress();
console.log(JSON.stringify({ apiUrl, metrics, rpcUrl: publicChain.url, address, home }));

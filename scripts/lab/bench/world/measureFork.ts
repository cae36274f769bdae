import type { Page } from "playwright-core";
import { portraits } from "../../../shared/cacheFolders.ts";
import { runWorldCommand } from "../../../world/commands.ts";
import { scenarioRecipe } from "../../../world/recipe.ts";
import { loadScenario, standardScenario } from "../../../world/scenario.ts";
import { startService } from "../../../world/service/startService.ts";
import { startStack } from "../../../world/startStack.ts";
import type { World } from "../../../world/startWorld.ts";
import { quietStep } from "../../../world/step.ts";

interface ForkOptions {
  page: Page;
  /** The world that is replaced by forks. */
  world: World;
  /** Folder of the live collection. */
  directory: string;
  rounds: number;
}

/** A drifter of the standard world with a story. */
const drifterId = "7";

/**
 * Forks the standard world, which another node and service run as the live ones.
 *
 * @returns the milliseconds from each command to a drifter's page with story and portrait.
 */
export async function measureFork(
  { page, world, directory, rounds }: ForkOptions,
  tell: (doing: string) => void,
): Promise<number[]> {
  await using opened = new AsyncDisposableStack();
  tell("the live collection");
  const recipe = scenarioRecipe(await loadScenario(standardScenario));
  const ports = { chain: 0, api: 0 };
  const live = await startStack({ startService, recipe, directory, portraits, ports }, quietStep);
  opened.defer(() => live.close());
  const { chain, contract, apiUrl } = live.current();
  await contract.setBaseURI(`${apiUrl}/drifters/metadata/`);
  const request = {
    command: "fork",
    rpcUrl: chain.url,
    // Safety: ethers' addresses always begin with 0x.
    contract: (await contract.getAddress()) as `0x${string}`,
    replacesCode: false,
  } as const;

  const times: number[] = [];
  let current = world;
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`);
    const begun = performance.now();
    ({ world: current } = await runWorldCommand(request, { world: current, directory }, quietStep));
    await page.goto(`${current.webUrl}/drifter/${drifterId}`);
    await page.locator(".story, article").first().waitFor();
    await page.waitForFunction(isPortraitShown);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Runs in the page. */
const isPortraitShown = "document.querySelector('img')?.naturalWidth > 0";

import { join } from "node:path";
import { startDevServer } from "../../web/devServer.ts";
import type { Tale } from "../collection/tales.ts";
import { compileContracts } from "../shared/compileContracts.ts";
import type { OpenWorld } from "./openWorld.ts";
import type { WorldPlan } from "./plan.ts";
import { type Recipe, scenarioRecipe } from "./recipe.ts";
import { standardScenario } from "./scenario.ts";
import { startStack, type WorldChange } from "./startStack.ts";
import type { RunStep } from "./step.ts";

export interface WorldOptions {
  /** Without it, the world is called what the standard one is called, and kept where that is kept. */
  scenario?: string;
  plan: WorldPlan;
  /** Stories that the owners save, unless they exist already. */
  tales: readonly Tale[];
  /** Where portraits, metadata and stories are kept from one start to the next. */
  directory: string;
  /** Where every portrait that was ever painted is kept; a folder in `directory` without it. */
  portraits?: string;
  /** Where the web app's packages are bundled; Vite's own place without it. Worlds that start together need one each. */
  bundles?: string;
  /** 0 for any free one. */
  ports: { chain: number; api: number; web: number };
}

/** A chain, a collection, an API and a web app that know each other. */
export interface World
  extends Pick<OpenWorld, "recipe" | "chain" | "contract" | "apiUrl" | "home" | "notes"> {
  webUrl: string;
  /**
   * Begins the chain anew with the contracts as they are now, on the same ports, and reloads open pages.
   * Throws and leaves all as it is if they do not compile. What this gives replaces what was given before.
   */
  renew(step: RunStep): Promise<World>;
  /**
   * Becomes what a recipe says, on the same ports, and reloads open pages. Stories told since are gone.
   * Throws and leaves all as it is if that cannot be. What this gives replaces what was given before.
   */
  become(recipe: Recipe, step: RunStep): Promise<World>;
  close(): Promise<void>;
}

/**
 * Brings up everything that runs on a developer's machine, in this process, on 127.0.0.1.
 * What stands already in `directory` is used again. If a step fails, what was started is ended.
 */
export async function startWorld(options: WorldOptions, step: RunStep): Promise<World> {
  await using started = new AsyncDisposableStack();
  const { scenario: name = standardScenario, plan, tales, directory, ports } = options;
  const { portraits = join(directory, "portraits") } = options;

  await step("Compile the contracts", compileContracts);
  const recipe = scenarioRecipe({ name, plan, tales });
  const stack = await startStack({ recipe, directory, portraits, ports }, step);
  started.defer(() => stack.close());

  const web = await step("Start the web app", () =>
    startDevServer({
      apiUrl: stack.current().apiUrl,
      runtimeConfig: () => stack.current().runtimeConfig,
      port: ports.web,
      bundles: options.bundles,
    }),
  );
  started.defer(() => web.close());

  async function renew(step: RunStep): Promise<World> {
    await step("Compile the contracts", compileContracts);
    const { recipe } = stack.current();
    return change({ recipe, keepsStories: true, withNewContracts: true }, step);
  }

  function become(recipe: Recipe, step: RunStep): Promise<World> {
    return change({ recipe, keepsStories: false, withNewContracts: false }, step);
  }

  async function change(change: WorldChange, step: RunStep): Promise<World> {
    await stack.change(change, step);
    web.reloadPages();
    return asWorld();
  }

  function asWorld(): World {
    const { recipe, chain, contract, apiUrl, home, notes } = stack.current();
    return { recipe, chain, contract, apiUrl, home, notes, webUrl: web.url, renew, become, close };
  }

  const running = started.move();
  const close = () => running.disposeAsync();
  return asWorld();
}

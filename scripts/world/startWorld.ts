import { join } from "node:path";
import { undoesBlocks } from "#localChain/chainControls";
import { bundlePackages, hasBundles, startDevServer } from "../../web/devServer.ts";
import { callInChild } from "../shared/callInChild.ts";
import type { RunStep } from "../shared/commandLine/step.ts";
import { compileContracts, compileInChild } from "../shared/compileContracts.ts";
import { createInspectorRoutes } from "./inspector/inspectorRoutes.ts";
import { saveMoment } from "./moments.ts";
import { paintCollection, paintInChild } from "./portraits/paintCollection.ts";
import { type Recipe, scenarioRecipe } from "./recipe.ts";
import { describeFacts } from "./savedWorld.ts";
import { standardScenario } from "./scenarios/scenario.ts";
import type { WorldPlan } from "./scenarios/scenarioFile.ts";
import type { ShippedStory } from "./scenarios/shippedStories.ts";
import type { StartService } from "./service.ts";
import { type OpenWorld, startStack, type WorldChange } from "./startStack.ts";
import { digestContract, type StoppedWorld } from "./stoppedWorld.ts";

export interface WorldOptions {
  /** Runs the service, in this or a separate process. */
  startService: StartService;
  /** Whether child processes, whose memory returns to the system, compile, bundle and paint. */
  buildsInChildren?: boolean;
  /** Scenario name; the standard scenario by default. */
  scenario?: string;
  /** Path of the scenario's file, if it is not a shipped one. */
  file?: string;
  /** What the scenario shows. */
  summary?: string;
  plan: WorldPlan;
  /** Stories that the owners save, unless they exist already. */
  stories: readonly ShippedStory[];
  /** The recipe to use instead of the scenario's, and the world that started from it, to continue that. */
  stopped?: { world?: StoppedWorld; recipe: Recipe } | undefined;
  /** Decides whether the compiled contract replaces a different one of the stopped world. */
  replacesContract?(stopped: StoppedWorld): Promise<boolean>;
  /** Whether a change of the contracts repeats the transactions instead of building the recipe again. */
  replaysTransactions?: boolean;
  /** Folder with portraits, metadata and stories, which persists between starts. */
  directory: string;
  /** Folder with cached portraits; inside `directory` by default. */
  portraits?: string;
  /** Vite's `cacheDir`, by default Vite's own; concurrently started worlds need separate folders. */
  bundles?: string;
  /** 0 selects a free port. */
  ports: { chain: number; api: number; web: number };
}

/** A chain, a collection, an API and a web app, connected to each other. */
export interface World
  extends Pick<OpenWorld, "recipe" | "contract" | "apiUrl" | "home" | "worldId" | "notes"> {
  chain: OpenWorld["publicChain"];
  webUrl: string;
  /**
   * Restarts the chain with the current contracts, on the same ports, and reloads open pages. Throws and changes
   * nothing if the contracts do not compile. Returns the world that replaces this one.
   */
  renew(step: RunStep): Promise<World>;
  /**
   * Builds a different recipe on the same ports and reloads open pages. Discards stories saved
   * since. Throws and changes nothing on failure. Returns the world that replaces this one.
   */
  become(recipe: Recipe, step: RunStep): Promise<World>;
  /**
   * Applies a chain control, such as `["time", "+1d"]`, and describes the effect. Reloads open
   * pages if blocks were removed.
   */
  control(parts: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts everything that runs on a developer's machine, in this process, on 127.0.0.1. Reuses what
 * `directory` already contains. If a step fails, stops everything that was started.
 */
export async function startWorld(options: WorldOptions, step: RunStep): Promise<World> {
  await using started = new AsyncDisposableStack();
  const {
    scenario: name = standardScenario,
    file,
    summary,
    plan,
    stories,
    directory,
    ports,
    startService,
  } = options;
  const { portraits = join(directory, "portraits") } = options;
  const { buildsInChildren = false } = options;
  const compile = buildsInChildren ? compileInChild : compileContracts;
  const paint = buildsInChildren ? paintInChild : paintCollection;

  const bundling = buildsInChildren ? bundleInChild(options.bundles) : undefined;
  await step("Compile the contracts", compile);
  const { stopped } = options;
  const recipe =
    stopped?.recipe ??
    scenarioRecipe({ name, ...(file !== undefined && { file }), summary, plan, stories });
  // There is no URL until a free port is found.
  const publicUrl = ports.web === 0 ? undefined : `http://127.0.0.1:${ports.web}`;
  const stack = await startStack(
    {
      ...{ startService, paint, recipe, directory, portraits, ports, publicUrl },
      ...(stopped?.world && {
        resumed: stopped.world,
        withNewContracts: await isReplaced(stopped.world, options.replacesContract),
      }),
    },
    step,
  );
  started.defer(() => stack.close());

  async function control(parts: readonly string[]): Promise<string> {
    const text = await stack.current().publicChain.control(parts);
    if (undoesBlocks(parts)) web.reloadPages();
    return text;
  }

  const web = await step("Start the web app", async () => {
    await bundling;
    return startDevServer({
      apiUrl: stack.current().apiUrl,
      runtimeConfig: () => stack.current().runtimeConfig(),
      respond: createInspectorRoutes({
        chain: () => stack.current().publicChain,
        contractAddress: () => stack.current().contract.getAddress(),
        control,
        saveMoment: (page) => {
          const file = join(directory, "moments", `moment-${Date.now()}.json`);
          return saveMoment(createWorld(), file, page);
        },
        openedPage: () => stack.current().recipe.page,
      }),
      port: ports.web,
      bundles: options.bundles,
    });
  });
  started.defer(() => web.close());

  async function renew(step: RunStep): Promise<World> {
    await step("Compile the contracts", compile);
    const { recipe, contract, chain, worldId } = stack.current();
    const renewal = { recipe, keepsStories: true, withNewContracts: true };
    if (!options.replaysTransactions) return change(renewal, step);
    const facts = { ...(await describeFacts(recipe, contract)), worldId };
    const resumed = { facts, entries: [...chain.journal.entries] };
    return change({ ...renewal, resumed }, step);
  }

  function become(recipe: Recipe, step: RunStep): Promise<World> {
    return change({ recipe, keepsStories: false, withNewContracts: false }, step);
  }

  async function change(change: WorldChange, step: RunStep): Promise<World> {
    await stack.change(change, step);
    web.reloadPages();
    await releaseMemory();
    return createWorld();
  }

  function createWorld(): World {
    const { recipe, publicChain: chain, contract, apiUrl, home, worldId, notes } = stack.current();
    const parts = { recipe, chain, contract, apiUrl, home, worldId, notes };
    return { ...parts, webUrl: web.url, renew, become, control, close };
  }

  await releaseMemory();
  const running = started.move();
  const close = () => running.disposeAsync();
  return createWorld();
}

/** Returns 100 MB or more to the system after a build; V8 waits for more garbage. Requires Node's --expose-gc. */
async function releaseMemory(): Promise<void> {
  await globalThis.gc?.({ type: "major", flavor: "last-resort", execution: "async" });
}

/**
 * Bundles the pages' packages in a child process, unless there are bundles. The development server bundles too: packages
 * that were updated, or all if this fails.
 */
async function bundleInChild(bundles: string | undefined): Promise<void> {
  if (hasBundles({ bundles })) return;
  const module = import.meta.resolve("../../web/devServer.ts");
  await callInChild({ module, name: bundlePackages.name }, { bundles }).catch(() => undefined);
}

/** Whether the compiled contract replaces a stopped world's. */
async function isReplaced(
  stopped: StoppedWorld,
  replacesContract: WorldOptions["replacesContract"] = async () => true,
): Promise<boolean> {
  const { bytecode } = stopped.facts;
  if (bytecode === undefined || bytecode === (await digestContract())) return false;
  return replacesContract(stopped);
}

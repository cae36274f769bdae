import { undoesBlocks } from "#localChain/chainControls";
import { didYouMean } from "#protocol/values/closestName";
import { apiPaths } from "#protocol/wire/paths";
import type { RunStep } from "../../shared/commandLine/step.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import type { ControlRequest } from "../../shared/worldControl.ts";
import { forkRecipe } from "../fork/forkRecipe.ts";
import { readLiveCollection } from "../fork/liveCollection.ts";
import { isMomentFile } from "../momentFile.ts";
import { importMoment, openerPath, saveMoment } from "../moments.ts";
import { originRecipe } from "../originRecipe.ts";
import { type Recipe, scenarioRecipe } from "../recipe.ts";
import { loadScenario, scenarioNames } from "../scenarios/scenario.ts";
import { describeChoices, listSnapshots, saveWorld, snapshotRecipe } from "../snapshots.ts";
import type { World } from "../startWorld.ts";

/** A command's result. */
export interface CommandResult {
  /** The world that replaces the previous world. */
  world: World;
  /** Message to print. */
  text: string;
}

const walletAdvice =
  "A wallet extension still has the old chain's nonces. If its transactions fail or stay pending, clear its activity: in MetaMask, Settings → Advanced → Clear activity tab data.";

/** Runs an `npm run world` command. If this throws, the running world is unchanged. */
export async function runWorldCommand(
  request: ControlRequest,
  { world, directory }: { world: World; directory: string },
  step: RunStep,
): Promise<CommandResult> {
  if (request.command === "save" && isMomentFile(request.name)) {
    const text = await step("Save the moment", () => saveMoment(world, request.name));
    return { world, text };
  }
  if (request.command === "save") {
    await step("Save a snapshot", () => saveWorld(world, directory, request.name));
    const totalSupply = await world.contract.totalSupply();
    const text = `Saved "${request.name}": ${await world.chain.ethers.provider.getBlockNumber()} blocks, ${totalSupply} tokens, and their stories. Load it with npm run world -- load ${request.name}.`;
    return { world, text };
  }
  if (request.command === "url") {
    return { world, text: request.of === "chain" ? world.chain.url : world.apiUrl };
  }
  if (request.command === "chain") {
    return { world, text: await controlChain(world, request.positionals) };
  }
  const begun = performance.now();
  const next = await world.become(await chooseRecipe(request, { world, directory }, step), step);
  const seconds = (performance.now() - begun) / 1000;
  return { world: next, text: await describeChange(next, seconds) };
}

async function controlChain(world: World, positionals: readonly string[]): Promise<string> {
  const text = await world.control(positionals);
  if (!undoesBlocks(positionals)) return text;
  return `${text} Open pages were reloaded.\n${walletAdvice}`;
}

async function chooseRecipe(
  request: Exclude<ControlRequest, { command: "save" | "chain" | "url" }>,
  { world, directory }: { world: World; directory: string },
  step: RunStep,
): Promise<Recipe> {
  if (request.command === "fork") {
    assertOtherChain(request.rpcUrl, world.chain.url);
    const live = await step("Find the live collection", () => readLiveCollection(request));
    return forkRecipe(live, request);
  }
  if (request.command === "load") return findRecipe(request.name, directory);
  if (request.command === "open") {
    return snapshotRecipe(directory, await importMoment(request.name, directory));
  }
  return world.recipe.origin.kind === "fork" ? world.recipe : originRecipe(world.recipe, directory);
}

/** @throws {UsageError} if the endpoint belongs to the world itself, so that the fork would read from itself. */
function assertOtherChain(rpcUrl: string, ownUrl: string): void {
  const [live, own] = [new URL(rpcUrl), new URL(ownUrl)];
  const isHere = live.hostname === own.hostname || live.hostname === "localhost";
  if (!isHere || live.port !== own.port) return;
  throw new UsageError(`${live.host} is this world's own chain. Pass the live chain's endpoint.`);
}

async function findRecipe(name: string, directory: string): Promise<Recipe> {
  if (scenarioNames().includes(name)) return scenarioRecipe(await loadScenario(name));
  const snapshots = await listSnapshots(directory);
  if (snapshots.includes(name)) return snapshotRecipe(directory, name);
  const hint = didYouMean(name, [...scenarioNames(), ...snapshots]);
  throw new UsageError(
    `There is no scenario or snapshot "${name}".${hint} Choose one of these:\n\n${describeChoices(snapshots)}`,
  );
}

async function describeChange(world: World, seconds: number): Promise<string> {
  const tokens = await world.contract.totalSupply();
  const response = await fetch(`${world.apiUrl}${apiPaths.narratives}`);
  // Safety: the response comes from our own service.
  const stories = ((await response.json()) as unknown[]).length;
  return [
    `The world is "${world.recipe.name}" after ${seconds.toFixed(1)} s: ${tokens} tokens, ${stories} stories. Open pages were reloaded.`,
    ...(world.recipe.page
      ? [`Open ${world.webUrl}${openerPath} for its page, account, drafts and simulated faults.`]
      : []),
    ...world.notes,
    walletAdvice,
  ].join("\n");
}

// npm start: starts the local world, prints its URLs, and runs until Ctrl-C.
import { collectionConfig } from "#collection/collection.config.ts";
import { showStep } from "../shared/commandLine/step.ts";
import { watchFolder } from "../shared/watchFolder.ts";
import {
  assertNoOtherWorld,
  type ControlRequest,
  serveControl,
  worldDirectory,
} from "../shared/worldControl.ts";
import {
  describeBusyPorts,
  readStartOptions,
  type StartOptions,
  startHelp,
} from "./command/startOptions.ts";
import { ownWorldFolder } from "./ownWorldFolder.ts";
import type { World } from "./startWorld.ts";

const invalidUsage = 2;
const options = await readStartOptions(process.argv.slice(2)).catch((error) =>
  giveUp(error.message, invalidUsage),
);
if (options === "help") {
  console.log(startHelp);
  process.exit(0);
}
// Imported on demand, because the help does not need it.
const { runWorldCommand } = await import("./command/commands.ts");
const { describeWorld } = await import("./command/describeWorld.ts");
const { startWatchedService } = await import("./service.ts");
const { openWorld } = await import("./openWorld.ts");
const { decideContract } = await import("./command/changedContract.ts");
let world: World | undefined;
let ending = false;
let stopWatching: (() => Promise<void>) | undefined;
let stopListening: (() => Promise<void>) | undefined;
/** Serializes commands, and restarts after contract changes. */
let turn: Promise<unknown> = Promise.resolve();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);

const started = performance.now();
try {
  await assertNoOtherWorld(worldDirectory);
  const busy = await describeBusyPorts(options.ports);
  if (busy !== undefined) giveUp(busy);
  const moved = await ownWorldFolder(worldDirectory, collectionConfig.contract);
  if (moved !== undefined) console.log(moved);
  // From here on, this process owns the folder: another npm start would delete the world under construction.
  stopListening = await serveControl(worldDirectory, (request) =>
    serialize(() => handleRequest(request)),
  );
  const { scenario, fresh, ports, changedContract } = options;
  world = await openWorld(
    {
      ...{ scenario, fresh, ports, directory: worldDirectory },
      ...{ startService: startWatchedService, buildsInChildren: true },
      replacesContract: decideContract(changedContract),
      replaysTransactions: changedContract === "replay",
    },
    showStep,
    console.log,
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(await describeWorld(world, seconds));
  for (const note of world.notes) console.log(`  ${note}\n`);
  stopWatching = await watchFolder("contracts", () => serialize(renewWorld));
} catch (error) {
  if (!ending) giveUp(error instanceof Error ? error.message : String(error));
}

/** Restarts the world with the changed contracts. Prints errors instead of throwing. */
async function renewWorld(): Promise<void> {
  console.log("\nThe contracts have changed.");
  try {
    world = await world?.renew(showStep);
    console.log(
      "The local chain was restarted with the new contracts. Stories and portraits are unchanged.",
    );
    if ((options as StartOptions).changedContract !== "replay") {
      console.log(
        "Transactions since the scenario are gone; npm start -- --changed-contract replay repeats them.",
      );
    }
    for (const note of world?.notes ?? []) console.log(note);
  } catch (error) {
    // Ctrl-C also ends the process that compiles.
    if (ending) return;
    console.error(`\n${error instanceof Error ? error.message : error}`);
    console.error("Fix the contracts and save them; the world then restarts.");
  }
}

/** Runs an `npm run world` command, and also prints it here. */
async function handleRequest(request: ControlRequest): Promise<string> {
  if (world === undefined)
    throw new Error("The world is still starting. Try again once npm start has printed its URL.");
  const isChange = request.command !== "url";
  if (isChange) console.log(`\nnpm run world -- ${describeRequest(request)}`);
  const outcome = await runWorldCommand(request, { world, directory: worldDirectory }, showStep);
  world = outcome.world;
  if (isChange) console.log(outcome.text);
  return outcome.text;
}

/** Formats a request; shows only an RPC endpoint's host, because the rest may contain a key. */
function describeRequest(request: ControlRequest): string {
  if (request.command === "chain") return request.positionals.join(" ");
  if (request.command === "fork") return `fork ${new URL(request.rpcUrl).host}`;
  return Object.values(request).join(" ");
}

function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
}

async function end(): Promise<void> {
  if (ending) process.exit(130);
  ending = true;
  await stopListening?.();
  await stopWatching?.();
  await world?.close();
  process.exit(0);
}

function giveUp(message: string, status = 1): never {
  console.error(`\n${message}\n`);
  process.exit(status);
}

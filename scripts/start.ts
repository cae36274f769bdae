// npm start: brings the whole local world up, says where everything is, and ends with Ctrl-C.
import { mkdir, rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import ora from "ora";
import { carryOutCommand } from "./world/commands.ts";
import type { ControlRequest } from "./world/control/messages.ts";
import { refuseSecondWorld, serveControl } from "./world/control/serveControl.ts";
import { describeWorld } from "./world/describeWorld.ts";
import { isPortFree } from "./world/ports.ts";
import { describeScenarios, loadScenario, standardScenario } from "./world/scenario.ts";
import { ScenarioError } from "./world/scenarioFile.ts";
import { startWorld, type World } from "./world/startWorld.ts";
import type { ReportProgress, RunStep } from "./world/step.ts";
import { watchFolder } from "./world/watchFolder.ts";
import { watchService } from "./world/watchService.ts";

const worldDirectory = ".world";
const help = `Usage: npm start [-- OPTIONS]

Brings up a local chain, the collection contract, portraits, stories, the API and the web app.
Ctrl-C ends all of it. Portraits and stories are kept in ${worldDirectory}/ for the next start.
When a file in contracts/ changes, the chain begins anew with it, and open pages are loaded again.
When a file in web/ changes, open pages take it in. When one in api/ does, end this and start again.

  --scenario NAME    the world to begin with (default ${standardScenario})
  --fresh            begin anew: delete ${worldDirectory}/ with its portraits, stories and saves first
  --port N           port of the web app     (default 5173)
  --api-port N       port of the API         (default 3000)
  --chain-port N     port of the local chain (default 8545)
  --help             show this text

Scenarios:
${describeScenarios()}

npm run world -- --help tells how to reset, save and load the world while it runs.`;

const options = await readOptions();
await refuseBusyPorts();
let world: World | undefined;
let ending = false;
const stopWatching: (() => Promise<void>)[] = [];
let stopListening: (() => Promise<void>) | undefined;
/** A change of contracts and a command, or two commands, go one after the other. */
let turn: Promise<unknown> = Promise.resolve();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);

const started = performance.now();
try {
  await refuseSecondWorld(worldDirectory);
  if (options.fresh) await rm(worldDirectory, { recursive: true, force: true });
  await mkdir(worldDirectory, { recursive: true });
  // From here on, the folder is this process's: another npm start would clear away what is being built.
  stopListening = await serveControl(worldDirectory, (request, step) =>
    inTurn(() => obey(request, step)),
  );
  world = await startWorld(
    {
      ...options.scenario,
      scenario: options.scenario.name,
      directory: worldDirectory,
      ports: options.ports,
    },
    step,
  );
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(await describeWorld(world, seconds));
  stopWatching.push(await watchFolder("contracts", () => inTurn(renewWorld)));
  stopWatching.push(await watchService(".", (news) => inTurn(async () => console.log(news))));
} catch (error) {
  if (!ending) giveUp(error instanceof Error ? error.message : String(error));
}

/** Never fails: a contract that is being written is often broken. */
async function renewWorld(): Promise<void> {
  console.log("\nThe contracts have changed.");
  try {
    world = await world?.renew(step);
    console.log("The chain has begun anew with them. Stories and portraits are as they were.");
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    console.error("Mend the contracts and save them: the world is then built again.");
  }
}

/** Does what `npm run world` asks, and says so here too. */
async function obey(request: ControlRequest, step: RunStep): Promise<string> {
  if (world === undefined)
    throw new Error("The world is not up yet. Try again when npm start says that it is.");
  console.log(`\nnpm run world -- ${Object.values(request).join(" ")}`);
  const outcome = await carryOutCommand(request, { world, directory: worldDirectory }, step);
  world = outcome.world;
  console.log(outcome.text);
  return outcome.text;
}

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = turn.then(work);
  turn = result.catch(() => undefined);
  return result;
}

/** Shows one step of the start while it works, and how long it took. */
async function step<Result>(
  title: string,
  work: (onProgress: ReportProgress) => Promise<Result>,
): Promise<Result> {
  const spinner = ora({ text: title, discardStdin: false }).start();
  const begun = performance.now();
  try {
    const result = await work(({ done, total }) => {
      spinner.text = `${title} ${done}/${total}`;
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    spinner.succeed(`${spinner.text} (${seconds} s)`);
    return result;
  } catch (error) {
    spinner.fail();
    throw error;
  }
}

async function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        scenario: { type: "string", default: standardScenario },
        fresh: { type: "boolean", default: false },
        port: { type: "string", default: "5173" },
        "api-port": { type: "string", default: "3000" },
        "chain-port": { type: "string", default: "8545" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) {
      console.log(help);
      process.exit(0);
    }
    const ports = {
      web: readPort("--port", values.port),
      api: readPort("--api-port", values["api-port"]),
      chain: readPort("--chain-port", values["chain-port"]),
    };
    return { fresh: values.fresh, ports, scenario: await loadScenario(values.scenario) };
  } catch (error) {
    if (error instanceof ScenarioError) return giveUp(error.message);
    return giveUp(`${error instanceof Error ? error.message : error}\n\n${help}`);
  }
}

function readPort(option: string, value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${option} takes a port from 1 to 65535, not "${value}".`);
}

async function refuseBusyPorts(): Promise<void> {
  const wanted = [
    { option: "--port", what: "web app", port: options.ports.web },
    { option: "--api-port", what: "API", port: options.ports.api },
    { option: "--chain-port", what: "local chain", port: options.ports.chain },
  ];
  const free = await Promise.all(wanted.map(({ port }) => isPortFree(port)));
  const busy = wanted.filter((_, index) => !free[index]);
  if (busy.length === 0) return;
  const lines = busy.map(({ what, port }) => `Port ${port}, for the ${what}, is in use.`);
  const wayOut = busy.map(({ option, port }) => `${option} ${port + 1}`).join(" ");
  giveUp(
    `${lines.join("\n")}\nEnd what uses it (another npm start?), or choose: npm start -- ${wayOut}`,
  );
}

async function end(): Promise<void> {
  if (ending) process.exit(130);
  ending = true;
  await stopListening?.();
  for (const stop of stopWatching) await stop();
  await world?.close();
  process.exit(0);
}

function giveUp(message: string): never {
  console.error(`\n${message}\n`);
  process.exit(1);
}

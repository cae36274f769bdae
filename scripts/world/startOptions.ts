import { readCount } from "../shared/commandLine/readCount.ts";
import { type OptionValues, readCommandLine } from "../shared/commandLine/runCommand.ts";
import type { WorldPorts } from "./ports.ts";
import { describeScenarios, loadScenario, type Scenario, standardScenario } from "./scenario.ts";

/** Parsed options of `npm start`. */
export interface StartOptions {
  /** Whether to delete the data of earlier starts first. */
  fresh: boolean;
  ports: WorldPorts;
  scenario: Scenario;
}

/** Text of `npm start -- --help`. */
export const startHelp = `Usage: npm start [-- OPTIONS]

Starts a local chain, the collection contract, portraits, stories, the API and the web app.
Ctrl-C stops everything. Portraits and stories are kept in .world/ for the next start.
A change in contracts/ restarts the chain and reloads open pages; a change in web/ appears in open
pages at once; a change in api/ restarts the service on the same chain and stories.

  --scenario NAME    the world to start with (default ${standardScenario})
  --fresh            delete .world/ with its portraits, stories and snapshots first
  --port N           port of the web app     (default 5173)
  --api-port N       port of the API         (default 3000)
  --chain-port N     port of the local chain (default 8545)
  --help             show this text

Scenarios:
${describeScenarios()}

npm run world -- --help: reset, save and load the world while it runs.`;

const optionTypes = {
  scenario: { type: "string", default: standardScenario },
  fresh: { type: "boolean", default: false },
  port: { type: "string", default: "5173" },
  "api-port": { type: "string", default: "3000" },
  "chain-port": { type: "string", default: "8545" },
} as const;

/**
 * Parses the arguments of `npm start`.
 *
 * @throws {UsageError | ScenarioError} on invalid usage, and when the scenario is missing or invalid.
 */
export async function readStartOptions(args: readonly string[]): Promise<StartOptions | "help"> {
  const request = readCommandLine(
    { help: startHelp, options: optionTypes, read: readValues },
    args,
  );
  if (request === "help") return request;
  return { ...request, scenario: await loadScenario(request.scenario) };
}

function readValues({ fresh, scenario, ...ports }: OptionValues<typeof optionTypes>) {
  const readPort = (name: keyof typeof ports) =>
    readCount(`--${name}`, ports[name], { from: 1, to: 65_535 });
  return {
    fresh,
    scenario,
    ports: { web: readPort("port"), api: readPort("api-port"), chain: readPort("chain-port") },
  };
}

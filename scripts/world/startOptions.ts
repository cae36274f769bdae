import { parseArgs } from "node:util";
import { describeScenarios, loadScenario, type Scenario, standardScenario } from "./scenario.ts";
import { ScenarioError } from "./scenarioFile.ts";

/** What `npm start` brings up, and where. */
export interface StartOptions {
  /** Whether what was kept of former starts is deleted first. */
  fresh: boolean;
  ports: { web: number; api: number; chain: number };
  scenario: Scenario;
}

/** What `npm start -- --help` says. */
export const startHelp = `Usage: npm start [-- OPTIONS]

Brings up a local chain, the collection contract, portraits, stories, the API and the web app.
Ctrl-C stops everything. Portraits and stories are kept in .world/ for the next start.
A change in contracts/ restarts the chain and reloads open pages; a change in web/ appears in open
pages at once. After a change in api/, stop and start again.

  --scenario NAME    the world to start with (default ${standardScenario})
  --fresh            delete .world/ with its portraits, stories and saves first
  --port N           port of the web app     (default 5173)
  --api-port N       port of the API         (default 3000)
  --chain-port N     port of the local chain (default 8545)
  --help             show this text

Scenarios:
${describeScenarios()}

npm run world -- --help: reset, save and load the world while it runs.`;

/**
 * Reads what follows `npm start --`.
 *
 * @throws Error whose message is for whoever has typed it.
 */
export async function readStartOptions(args: readonly string[]): Promise<StartOptions | "help"> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        scenario: { type: "string", default: standardScenario },
        fresh: { type: "boolean", default: false },
        port: { type: "string", default: "5173" },
        "api-port": { type: "string", default: "3000" },
        "chain-port": { type: "string", default: "8545" },
        help: { type: "boolean", default: false },
      },
    });
    if (values.help) return "help";
    const ports = {
      web: readPort("--port", values.port),
      api: readPort("--api-port", values["api-port"]),
      chain: readPort("--chain-port", values["chain-port"]),
    };
    return { fresh: values.fresh, ports, scenario: await loadScenario(values.scenario) };
  } catch (error) {
    if (error instanceof ScenarioError) throw error;
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${startHelp}`);
  }
}

function readPort(option: string, value: string): number {
  const port = Number(value);
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${option} takes a port from 1 to 65535, not "${value}".`);
}

import { type OptionValues, readCommandLine } from "../../shared/commandLine/runCommand.ts";
import { readCount } from "../../shared/commandLine/usageError.ts";
import { freePort } from "../../shared/freePort.ts";
import {
  describeScenarios,
  loadScenario,
  type Scenario,
  standardScenario,
} from "../scenarios/scenario.ts";

/** Parsed options of `npm start`. */
export interface StartOptions {
  /** Whether to delete earlier data first. */
  fresh: boolean;
  ports: WorldPorts;
  scenario: Scenario;
}

/** Text of `npm start -- --help`. */
export const startHelp = `Usage: npm start [-- OPTIONS]

Starts a local chain, the collection contract, portraits, stories, the API and the web app.
Ctrl-C stops everything. Portraits and stories are saved in .world/ for the next start.
A change in contracts/ restarts the chain and reloads open pages; a change in web/ appears in open
pages at once; a change in api/ restarts the service on the same chain and stories.

  --scenario NAME    the world to start with (default mid-sale), or the path of its file, which ends with .json
  --fresh            delete .world/ with its portraits, stories and snapshots first
  --port N           port of the web app     (default 5173)
  --api-port N       API port                (default 3000)
  --chain-port N     port of the local chain (default 8545)
  --help             show this text

Scenarios:
${describeScenarios()}

  npm start -- --scenario sold-out --port 5174

npm run world -- --help lists the commands that reset, save and load the world while it runs.`;

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
 * @throws {UsageError} on invalid usage, or if the scenario is missing or invalid.
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

/** A world's ports on 127.0.0.1. */
export interface WorldPorts {
  web: number;
  api: number;
  chain: number;
}

/** Returns a message about ports in use and the options that change them; undefined if all ports are free. */
export async function describeBusyPorts(ports: WorldPorts): Promise<string | undefined> {
  const uses = [
    ["--port", "web app", ports.web],
    ["--api-port", "API", ports.api],
    ["--chain-port", "local chain", ports.chain],
  ] as const;
  const lines: string[] = [];
  for (const [option, what, port] of uses) {
    await freePort(port).catch(() =>
      lines.push(`Port ${port}, for the ${what}, is in use. Choose another with ${option} N.`),
    );
  }
  if (lines.length === 0) return undefined;
  return [...lines, "Or stop the program that uses the port: another npm start?"].join("\n");
}

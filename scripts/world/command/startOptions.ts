import { type OptionValues, readCommandLine } from "../../shared/commandLine/runCommand.ts";
import { readCount, UsageError } from "../../shared/commandLine/usageError.ts";
import { freePort } from "../../shared/freePort.ts";
import { describeScenarios, loadScenario, type Scenario } from "../scenarios/scenario.ts";
import { type ContractChoice, contractChoices } from "./changedContract.ts";

/** Parsed options of `npm start`. */
export interface StartOptions {
  /** Whether to start the scenario again instead of continuing the world that was stopped. */
  fresh: boolean;
  ports: WorldPorts;
  /** The scenario to start or continue; undefined for the world that ran last. */
  scenario: Scenario | undefined;
  /** What a changed contract does to a stopped world; undefined to ask. */
  changedContract: ContractChoice | undefined;
}

/** Text of `npm start -- --help`. */
export const startHelp = `Usage: npm start [-- OPTIONS]

Starts a local chain, the collection contract, portraits, stories, the API and the web app.
Ctrl-C stops everything. The next start continues that world: .world/ stores the stories and each
block as it is mined. After a change in contracts/, it asks what to do with that chain.
While it runs, a change in contracts/ restarts the chain and reloads open pages; a change in web/
appears in open pages at once; a change in api/ restarts the service on the same chain and stories.

  --scenario NAME    the world to start or continue, or the path of its file, which ends with .json;
                     by default the world that ran last, at first mid-sale
  --fresh            delete the scenario's chain and stories, and start it from the beginning,
                     by default mid-sale; snapshots remain
  --changed-contract replay|keep
                     do not ask after a change in contracts/: repeat the stopped world's
                     transactions on the new contract, as without a terminal, or keep the old one;
                     replay also repeats them after each change while it runs
  --port N           port of the web app     (default 5173)
  --api-port N       API port                (default 3000)
  --chain-port N     port of the local chain (default 8545)
  --help             show this text

Scenarios:
${describeScenarios()}

  npm start -- --scenario sold-out --port 5174

npm run world -- --help lists the commands that reset, save and load the world while it runs.`;

const optionTypes = {
  scenario: { type: "string" },
  fresh: { type: "boolean", default: false },
  "changed-contract": { type: "string" },
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
  const { scenario } = request;
  return { ...request, scenario: scenario === undefined ? scenario : await loadScenario(scenario) };
}

function readValues({
  fresh,
  scenario,
  "changed-contract": choice,
  ...ports
}: OptionValues<typeof optionTypes>) {
  const changedContract = contractChoices.find((each) => each === choice);
  if (changedContract !== choice) {
    throw new UsageError(`--changed-contract takes replay or keep, not "${choice}".`);
  }
  const readPort = (name: keyof typeof ports) =>
    readCount(`--${name}`, ports[name], { from: 1, to: 65_535 });
  return {
    fresh,
    scenario,
    changedContract,
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

import { EventEmitter, once } from "node:events";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { type REPLServer, Recoverable, start } from "node:repl";
import { inspect, promisify } from "node:util";
import { Contract, ContractTransactionResponse, JsonRpcProvider, parseEther, Result } from "ethers";
import { collectionAbi } from "#chain/abi";
import { revertData } from "#protocol/chain/revertData";
import { describeRevert } from "#sale/revert";
import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { plainOutput } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { worldDirectory } from "../../shared/worldControl.ts";
import { runWorld } from "../../world/command/runWorld.ts";
import {
  connectChain,
  findCollection,
  newestBlock,
  readCommonOptions,
} from "../contract/connect.ts";
import { runExplain } from "../explain/runExplain.ts";
import { runMint } from "../mint/runMint.ts";
import { runPhases } from "../phases/runPhases.ts";
import { runTrace } from "../trace/runTrace.ts";

const names = `  contract   the collection, as an ethers contract: contract.ownerOf(7)
  accounts   the node's accounts, which sign: contract.connect(accounts[2]).approve(accounts[3], 7)
  trace      trace("adjustPrice", "0.1 ether"), or trace(HASH)
  explain    explain("NotMinting")
  mint       mint("explain", "--wallet", accounts[2])
  phases     phases("list")
  world      world("time", "+1d"); the world of npm start in this folder
  ether      ether("0.08"), in wei
  provider   the node, as an ethers provider`;

const help = `Usage: npm run console [-- OPTIONS]

A JavaScript console on the collection's contract. It waits for promises; a transaction is shown with its block and
gas, a revert with its cause and fix.

${names}

  --rpc URL  the chain's node (default RPC_URL, or the local world's)
  --contract ADDRESS
             the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --help     show this text

  npm run console -- --contract 0x5FbDB2315678afecb367f032d93F642f64180aa3
  echo 'contract.totalSupply()' | npm run --silent console

Commands take the arguments of npm run. Ctrl-D quits. Exit status: 0, 1 if the command failed, 2 on a usage error.`;

/** File of the lines that earlier consoles read. */
const historyFile = "cache/console/history.txt";

interface Streams {
  input: NodeJS.ReadableStream & { isTTY?: boolean };
  output: NodeJS.WritableStream;
}

const optionTypes = { rpc: { type: "string" }, contract: { type: "string" } } as const;

/**
 * Reads lines of JavaScript and prints their results until the input ends.
 *
 * @returns the exit status.
 */
export function runConsole(
  args: readonly string[],
  environment: Environment,
  { input, output }: Streams,
): Promise<number> {
  const print = (value: unknown) => void output.write(`${value}\n`);
  const lines = plainOutput({ log: print, error: print });
  const command = {
    help,
    options: optionTypes,
    read: (values: OptionValues<typeof optionTypes>) =>
      readCommonOptions({ ...values, json: false }),
    async run({ rpc, contract }: ReturnType<typeof readCommonOptions>): Promise<undefined> {
      const chain = await connectChain(environment, rpc);
      const found = findCollection(chain.chainId, environment, contract);
      await chain.read(() => newestBlock(chain, found.contract));
      const chosen = { RPC_URL: chain.rpcUrls[0], CONTRACT_ADDRESS: found.contract };
      const provider = new JsonRpcProvider(chosen.RPC_URL, chain.chainId, { staticNetwork: true });
      const values = await createValues(provider, { ...environment, ...chosen }, lines);
      const isTerminal = input.isTTY === true;
      if (isTerminal) {
        print(`${found.contract} on chain ${chain.chainId}. Ctrl-D quits.\n\n${names}\n`);
      }
      const prompt = isTerminal ? "> " : "";
      const server = start({ input, output, prompt, ignoreUndefined: true, writer: formatResult });
      Object.assign(server.context, values);
      const settle = awaitResults(server, lines);
      if (isTerminal) await keepHistory(server);
      await once(server, "exit");
      await settle();
      provider.destroy();
    },
  };
  return runCommand(command, args, lines);
}

async function createValues(provider: JsonRpcProvider, environment: Environment, output: Output) {
  const accounts = await provider.listAccounts().catch(() => []);
  const { CONTRACT_ADDRESS = "" } = environment;
  return {
    contract: new Contract(CONTRACT_ADDRESS, collectionAbi, accounts[0] ?? provider),
    accounts,
    provider,
    ether: parseEther,
    trace: inConsole((words) => runTrace(words, environment, output)),
    explain: inConsole((words) => runExplain(words, output)),
    mint: inConsole((words) => runMint(words, environment, output)),
    phases: inConsole((words) => runPhases(words, environment, output)),
    world: inConsole((words) => runWorld(words, worldDirectory, output)),
  };
}

/** Returns a command as a function of any values, such as accounts and bigints. It prints its result. */
function inConsole(run: (words: string[]) => Promise<number>) {
  return async (...values: unknown[]): Promise<void> => {
    await run(values.map((value) => (isAccount(value) ? value.address : String(value))));
  };
}

function isAccount(value: unknown): value is { address: string } {
  return typeof value === "object" && value !== null && "address" in value;
}

/**
 * Makes a console wait for a line's promise, and for a transaction's block, before it evaluates the next line.
 *
 * @returns a function that waits for all lines.
 */
function awaitResults(server: REPLServer, output: Output): () => Promise<unknown> {
  const evaluate = promisify(server.eval).bind(server) as (...line: unknown[]) => Promise<unknown>;
  const showFailure = (error: unknown) => output.error(`✘ ${explainFailure(error)}`);
  let fail = showFailure;
  const run = async (...line: unknown[]) => {
    const failure = Promise.withResolvers<never>();
    fail = failure.reject;
    const result = await Promise.race([evaluate(...line), failure.promise]);
    if (!(result instanceof ContractTransactionResponse)) return result;
    const receipt = await Promise.race([result.wait(), failure.promise]);
    output.log(`Block ${receipt?.blockNumber}, ${receipt?.gasUsed} gas: trace("${result.hash}")`);
    return undefined;
  };
  // node:repl passes the errors of evaluated code to its domain rather than to the callback.
  let last = evaluate("process.domain", server.context, "console").then((domain) => {
    if (!(domain instanceof EventEmitter)) return;
    domain.removeAllListeners("error").on("error", (error) => fail(error));
  });
  const evaluateNext = (...line: unknown[]) => {
    const done = line.pop() as (error: unknown, value?: unknown) => void;
    const evaluated = last.then(() => run(...line));
    last = evaluated
      .then(
        (value) => done(null, value),
        (error) => {
          // The line continues on the next one.
          if (error instanceof Recoverable) return done(error);
          showFailure(error);
          done(null);
        },
      )
      .finally(() => (fail = showFailure));
  };
  Object.assign(server, { eval: evaluateNext });
  return () => last;
}

/** Describes a revert with its cause and fix, and any other error in one line. */
function explainFailure(error: unknown): string {
  const data = revertData(error);
  if (data !== undefined) {
    const { title, cause, fix } = describeRevert(data);
    return `${title}\n  cause  ${cause}\n  fix    ${fix}`;
  }
  // The message of ethers, without the request.
  if (!(error instanceof Error && "shortMessage" in error)) return String(error);
  const value = "value" in error ? `: ${inspect(error.value)}` : "";
  return `${error.shortMessage}${value}`;
}

function formatResult(value: unknown): string {
  return inspect(value instanceof Result ? toValue(value) : value, {
    colors: process.stdout.isTTY,
  });
}

/** Returns a list, or an object if every value has a name. */
function toValue(result: Result): unknown {
  try {
    return result.toObject(true);
  } catch {
    return result.toArray(true);
  }
}

async function keepHistory(server: REPLServer): Promise<void> {
  await mkdir(dirname(historyFile), { recursive: true });
  await new Promise((resolve) => server.setupHistory(historyFile, resolve));
}

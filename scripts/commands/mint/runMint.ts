import type { Environment, Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { readCommand } from "../../shared/commandLine/usageError.ts";
import { explainCommand } from "./explain.ts";
import { inspectCommand } from "./inspect.ts";
import { issueCommand } from "./issue.ts";
import { listCommand } from "./list.ts";

const help = `Usage: npm run mint -- COMMAND

  issue --wallet ADDRESS --qty N [--phase NAME] [--transaction-id TEXT]
                 sign an authorization with MINT_SIGNER_KEY and print it as JSON. Defaults: the current
                 phase, a new transaction ID; on chain 31337 without a key, the local world's signer.
                 Plain numbers are reserved for the service's own transaction IDs. The allowances of
                 SALE_FILE are ignored
  inspect FILE|- [--wallet ADDRESS] [--qty N]
                show who signed the authorization in a file or standard input, whether it is for you,
                and whether the contract accepts it now; once used, in which block
  explain --wallet ADDRESS [--qty N] [--value ETH] [--authorization FILE|-] [--what-if CALL]…
                show which rules prevent a wallet from minting, in the contract's order, by simulating
                the mint. --what-if: simulate owner calls first; repeatable, in order, such as
                --what-if 'adjustPrice(0.05 ether)' --what-if 'changePhase("Ember")'
  list check FILE [--size N] [--rpc URL] [--resolve OUTPUT]
                check a CSV list of wallets and quantities for a phase: addresses, duplicates,
                quantities, and the total against the phase's size. --rpc: report contracts too.
                --resolve: write a list with the addresses of its ENS names, which the service does
                not resolve
  list diff OLD NEW
                show the wallets that differ between two lists

  --rpc URL     the chain's node (default RPC_URL, or the local world's)
  --contract ADDRESS
                the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --json        issue: print one line; inspect, explain: print the result as JSON
  --help        show this text

  npm run mint -- explain --wallet 0x8626f6940E2eb28930eFb4CeF49B2d1F2C9C1199 --qty 2

When piping, silence npm itself: npm run --silent mint -- issue … > FILE.
Exit status: 0 if the contract accepts the authorization or the mint now, the list has no problem, or the
lists are the same; 1 if not or the command failed; 2 on a usage error.`;

/**
 * Signs mint authorizations, or inspects and explains them.
 *
 * @returns the exit status.
 */
export function runMint(
  [name, ...args]: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  switch (name) {
    case "issue":
      return runCommand({ help, ...issueCommand(environment, output) }, args, output);
    case "inspect":
      return runCommand({ help, ...inspectCommand(environment, output) }, args, output);
    case "explain":
      return runCommand({ help, ...explainCommand(environment, output) }, args, output);
    case "list":
      return runCommand({ help, ...listCommand(environment, output) }, args, output);
    default:
      return runCommand({ help, ...unknownCommand }, name === undefined ? args : [name], output);
  }
}

const unknownCommand = {
  options: {},
  takesPositionals: true,
  read: (_: object, positionals: string[]) =>
    void readCommand({ issue: [], inspect: [], explain: [], list: [] }, positionals),
  run: () => undefined,
};

import { SettingsError } from "#service/settings";
import type { Environment } from "../../shared/commandLine/environment.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { runCommand } from "../../shared/commandLine/runCommand.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { ChainError } from "./collection.ts";
import { explainCommand } from "./explain.ts";
import { inspectCommand } from "./inspect.ts";
import { issueCommand } from "./issue.ts";

const help = `Usage: npm run mint -- COMMAND

  issue --to ADDRESS --qty N [--phase NAME] [--transaction-id TEXT]
                sign an authorisation with MINT_SIGNER_KEY and print it as JSON. Without --phase it is for
                the current phase, without --transaction-id its id is a new one. On chain 31337 without a
                key, the local world's signer signs. The allowances of MINT_POLICY do not count here
  inspect FILE|- [--wallet ADDRESS] [--qty N]
                tell who signed the authorisation in a file (or in standard input), whether it is for you,
                and whether the contract takes it now; if it was used, in which block
  explain --wallet ADDRESS [--qty N] [--value COINS] [--authorization FILE|-] [--what-if CALL]…
                tell every rule that keeps a wallet from minting, in the contract's order, as the contract
                itself answers it in a rehearsal. --what-if puts a call of the owner's in front, any number
                of times, in this order: --what-if 'adjustPrice(0.05 ether)' --what-if 'changePhase("Ember")'

  --rpc URL     the chain, if not RPC_URL
  --contract ADDRESS
                the collection, if not CONTRACT_ADDRESS or what was deployed on that chain
  --json        issue: on one line; inspect, explain: what was found, as JSON
  --help        show this text

Through npm, silence its own lines where output is piped: npm run --silent mint -- issue … > FILE.
Exit status: 0 when the contract takes the authorisation or the mint now, 1 when it does not or nobody
could be asked, 2 when the command cannot be understood.`;

/**
 * Signs mint authorisations, or tells what one is good for.
 *
 * @returns the exit status.
 */
export function runMint(
  [name = "", ...args]: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  const shared = { help, explain: describe, failureStatus: statusOf };
  switch (name) {
    case "issue":
      return runCommand({ ...shared, ...issueCommand(environment, output) }, args, output);
    case "inspect":
      return runCommand({ ...shared, ...inspectCommand(environment, output) }, args, output);
    case "explain":
      return runCommand({ ...shared, ...explainCommand(environment, output) }, args, output);
    default:
      return runCommand({ ...shared, ...unknownCommand }, [name, ...args], output);
  }
}

const unknownCommand = {
  options: {},
  takesWords: true,
  read(): never {
    throw new UsageError("Name a command.");
  },
  run: () => undefined,
};

/** What a person can mend is told in plain words; anything else is a fault, told whole. */
function describe(error: unknown): unknown {
  return error instanceof ChainError || isMisuse(error) ? error.message : error;
}

function isMisuse(error: unknown): error is Error {
  return error instanceof UsageError || error instanceof SettingsError;
}

function statusOf(error: unknown): number {
  return isMisuse(error) ? 2 : 1;
}

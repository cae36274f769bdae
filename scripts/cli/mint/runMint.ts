import { SettingsError } from "#service/settings";
import type { Environment } from "../../shared/commandLine/environment.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { UsageError } from "../../shared/commandLine/usageError.ts";
import { ChainError } from "./collection.ts";
import { explain } from "./explain.ts";
import { inspect } from "./inspect.ts";
import { issue } from "./issue.ts";

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
export async function runMint(
  args: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  try {
    return await carryOut(args, environment, output);
  } catch (error) {
    output.error(describe(error));
    return isMisuse(error) ? 2 : 1;
  }
}

async function carryOut(
  [command, ...rest]: readonly string[],
  environment: Environment,
  output: Output,
): Promise<number> {
  if (command === "--help" || rest.includes("--help")) {
    output.log(help);
    return 0;
  }
  switch (command) {
    case "issue":
      return issue(rest, environment, output);
    case "inspect":
      return inspect(rest, environment, output);
    case "explain":
      return explain(rest, environment, output);
    default:
      throw new UsageError(`Name a command.\n\n${help}`);
  }
}

/** What a person can mend is told in plain words; anything else is a fault, told whole. */
function describe(error: unknown): unknown {
  return error instanceof ChainError || isMisuse(error) ? error.message : error;
}

function isMisuse(error: unknown): error is Error {
  if (error instanceof UsageError || error instanceof SettingsError) return true;
  // What parseArgs throws for an option that it does not know.
  return error instanceof TypeError && "code" in error && /PARSE_ARGS/.test(String(error.code));
}

import { SettingsError } from "../../api/src/env.ts";
import type { Output } from "../commandLine/plainOutput.ts";
import { UsageError } from "../commandLine/usageError.ts";
import { ChainError } from "./collection.ts";
import { explain } from "./explain.ts";
import { inspect } from "./inspect.ts";
import { issue } from "./issue.ts";

const help = `Usage: npm run mint -- COMMAND

  issue --to ADDRESS --qty N [--phase NAME] [--transaction-id TEXT]
                 Sign an authorisation with MINT_SIGNER_KEY and print it as JSON. Defaults: the current
                 phase, a new transaction id; on chain 31337 without a key, the local world's signer.
                 Plain numbers are the service's own transaction ids, and refused. The allowances of
                 MINT_POLICY are ignored
  inspect FILE|- [--wallet ADDRESS] [--qty N]
                Show who signed the authorisation in a file or standard input, whether it is for you,
                and whether the contract accepts it now; once used, in which block
  explain --wallet ADDRESS [--qty N] [--value ETHER] [--authorization FILE|-] [--what-if CALL]…
                Show which rules prevent a wallet from minting, in the contract's order, by simulating
                the mint. --what-if: simulate owner calls first; repeatable, in order, such as
                --what-if 'adjustPrice(0.05 ether)' --what-if 'changePhase("Ember")'

  --rpc URL     the chain's node (default RPC_URL)
  --contract ADDRESS
                the collection (default CONTRACT_ADDRESS, or the deployment on that chain)
  --json        issue: on one line; inspect, explain: the result as JSON
  --help        show this text

When piping, silence npm itself: npm run --silent mint -- issue … > FILE.
Exit status: 0 if the contract accepts the authorisation or the mint now, 1 if not or if the network is
unreachable, 2 on invalid usage.`;

/** Variables by their names. */
export type Environment = Record<string, string | undefined>;

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

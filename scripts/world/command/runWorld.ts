import { resolve } from "node:path";
import {
  ChainControlError,
  chainControls,
  isChainControl,
  prepareControl,
} from "#localChain/chainControls";
import { parseAddress } from "#protocol/values/address";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import type { Output } from "../../shared/commandLine/plainOutput.ts";
import { type OptionValues, runCommand } from "../../shared/commandLine/runCommand.ts";
import { type RunStep, showStep } from "../../shared/commandLine/step.ts";
import { readCommand, readCount, UsageError } from "../../shared/commandLine/usageError.ts";
import type { ControlRequest, ForkRequest } from "../../shared/worldControl.ts";
import { isMomentFile } from "../momentFile.ts";

const help = () => `Usage: npm run world -- COMMAND

Controls the world that npm start runs. If a command fails, nothing changes.

The chain, the stories and the open pages together; drafts in the browser remain:
  list        list scenarios and snapshots
  reset       restore the scenario or snapshot that was started or last loaded; unsaved
              changes are lost
  save NAME   save the chain and the stories as the snapshot .world/snapshots/NAME/, or in one
              file if NAME ends with .json
  load NAME   load a scenario or a snapshot; unsaved changes are lost
  open FILE   load a file that save or "Save this moment" in the Developer panel wrote;
              unsaved changes are lost
  fork RPC_URL [OPTIONS]
              continue the live collection on a local chain, with its tokens, stories and
              portraits; unsaved changes are lost. Nothing is sent to the live chain

Options of fork:
  --contract ADDRESS  the collection; by default the one in deployments/ for the live chain
  --block N           the block to continue; by default the latest block. An older block needs an
                      endpoint with archive state
  --stories URL       origin of the live service; by default the origin of the contract's base URI
  --gateway URL       gateway for portraits on IPFS, such as https://gateway.example/ipfs/
  --replace-code      run the code in contracts/ on the storage of the live contract

The chain only:
${describeControls()}

  --help      show this text

  npm run world -- load sold-out

Exit status: 0 if the command succeeded, 1 if it failed, 2 on a usage error.`;

/**
 * Sends a command to the world running in a folder, or lists scenarios and snapshots.
 *
 * @returns the exit status.
 */
export async function runWorld(
  args: readonly string[],
  directory: string,
  output: Output,
  step: RunStep = showStep,
): Promise<number> {
  return runCommand(
    {
      help: help(),
      options: forkOptions,
      takesPositionals: true,
      read: readRequest,
      async run(request) {
        // Imported on demand, because the help needs neither.
        if (request === "list") {
          const { describeChoices, listSnapshots } = await import("../snapshots.ts");
          output.log(describeChoices(await listSnapshots(directory)));
        } else {
          const { sendControl } = await import("../../shared/worldControl.ts");
          const ask = () => sendControl(directory, request);
          const text = await (request.command === "chain" ? ask() : step("the world", ask));
          output.log(`\n${text}`);
        }
      },
    },
    args,
    output,
  );
}

function readRequest(options: ForkValues, positionals: string[]): ControlRequest | "list" {
  const option = Object.entries(options).find(([, value]) => value !== undefined)?.[0];
  if (positionals[0] !== "fork" && option !== undefined) {
    throw new UsageError(`Only fork accepts --${option}.`);
  }
  if (isChainControl(positionals[0])) {
    checkControl(positionals);
    return { command: "chain", positionals };
  }
  const table = {
    list: [],
    reset: [],
    save: ["NAME"],
    load: ["NAME"],
    open: ["FILE"],
    fork: ["RPC_URL"],
  } as const;
  const [command, name = ""] = readCommand(table, positionals, Object.keys(chainControls));
  if (command === "fork") return readForkRequest(name, options);
  if (command === "list") return command;
  if (command === "reset") return { command };
  // The world may run in a different folder.
  const isFile = command === "open" || (command === "save" && isMomentFile(name));
  return { command, name: isFile ? resolve(name) : name };
}

/** @throws {UsageError} for arguments that the control does not accept. */
function checkControl(positionals: readonly string[]): void {
  try {
    prepareControl(positionals);
  } catch (error) {
    if (error instanceof ChainControlError) throw new UsageError(error.message);
    throw error;
  }
}

/** Formats one line per control, with its purpose in a column. */
function describeControls(): string {
  const rows = Object.entries(chainControls).map(
    ([name, { usage, purpose }]) => [`${name} ${usage}`.trim(), purpose] as const,
  );
  return formatTable(rows, { indent: "  " });
}

/** Options of `npm run world -- fork`. */
const forkOptions = {
  block: { type: "string" },
  contract: { type: "string" },
  stories: { type: "string" },
  gateway: { type: "string" },
  "replace-code": { type: "boolean" },
} as const;

type ForkValues = OptionValues<typeof forkOptions>;

/** @throws {UsageError} */
function readForkRequest(rpcUrl: string, values: ForkValues): ForkRequest {
  const { block, contract, stories, gateway } = values;
  return {
    command: "fork",
    rpcUrl: readUrl("fork", rpcUrl).href,
    ...(block !== undefined && {
      blockNumber: readCount("--block", block, { from: 0, to: Number.MAX_SAFE_INTEGER }),
    }),
    ...(contract !== undefined && { contract: readContract(contract) }),
    ...(stories !== undefined && { stories: readUrl("--stories", stories).origin }),
    ...(gateway !== undefined && { gateway: readUrl("--gateway", gateway).href }),
    replacesCode: values["replace-code"] === true,
  };
}

function readUrl(option: string, text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new UsageError(`${option} requires an http or https URL, not "${text}".`);
}

function readContract(text: string) {
  const address = parseAddress(text);
  if (address) return address;
  throw new UsageError(`--contract requires an address, 0x and 40 hex digits, not "${text}".`);
}

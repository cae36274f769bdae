import ora, { type Ora } from "ora";
import {
  ChainControlError,
  chainControls,
  isChainControl,
  prepareControl,
} from "#protocol/localChain/chainControls";
import type { Output } from "../shared/commandLine/plainOutput.ts";
import { runCommand } from "../shared/commandLine/runCommand.ts";
import { UsageError } from "../shared/commandLine/usageError.ts";
import type { ControlEvent, ControlRequest } from "./control/messages.ts";
import { requestWorld } from "./control/requestWorld.ts";
import { describeChoices } from "./describeChoices.ts";
import { listSnapshots } from "./snapshots.ts";

const help = () => `Usage: npm run world -- COMMAND

Changes the running npm start. If a command fails, nothing changes.

The chain, the stories and the open pages together; drafts in the browser are kept:
  list        List scenarios and snapshots
  reset       Restore the scenario or snapshot with which the world was started or last loaded
  save NAME   Save the chain and the stories as the snapshot .world/snapshots/NAME/
  load NAME   Load a scenario or a snapshot; whatever was not saved is lost

The chain only:
${describeControls()}

  --help      show this text

Exit status: 0 if the command succeeded, 1 if it failed, 2 on invalid usage.`;

/**
 * Sends a command to the world that runs in a folder, or lists scenarios and snapshots.
 *
 * @returns the exit status.
 */
export async function runWorld(
  args: readonly string[],
  directory: string,
  output: Output,
  onEvent: (event: ControlEvent) => void = showSteps(),
): Promise<number> {
  return runCommand(
    {
      help: help(),
      options: {},
      takesWords: true,
      read: (_, words) => readRequest(words),
      async run(request) {
        if (request === "list") output.log(describeChoices(await listSnapshots(directory)));
        else output.log(`\n${await requestWorld(directory, request, onEvent)}`);
      },
      explain: (error) => `\n${error instanceof Error ? error.message : error}`,
    },
    args,
    output,
  );
}

function readRequest(words: string[]): ControlRequest | "list" {
  const [command, name, ...others] = words;
  if (isChainControl(command)) {
    checkControl(words);
    return { command: "chain", words };
  }
  const isWhole = others.length === 0;
  if (command === "list" && name === undefined) return "list";
  if (command === "reset" && name === undefined) return { command };
  if ((command === "save" || command === "load") && name && isWhole) return { command, name };
  throw new UsageError("Unknown command.");
}

/** @throws {UsageError} for words that the control does not take. */
function checkControl(words: readonly string[]): void {
  try {
    prepareControl(words);
  } catch (error) {
    if (error instanceof ChainControlError) throw new UsageError(error.message);
    throw error;
  }
}

/** One line for each control, its purpose in a column. */
function describeControls(): string {
  const rows = Object.entries(chainControls).map(
    ([name, { words, purpose }]) => [`${name} ${words}`.trim(), purpose] as const,
  );
  const width = Math.max(...rows.map(([usage]) => usage.length));
  return rows.map(([usage, purpose]) => `  ${usage.padEnd(width)}   ${purpose}`).join("\n");
}

/** Shows each step of the world with its progress. */
function showSteps(): (event: ControlEvent) => void {
  let spinner: Ora | undefined;
  let title = "";
  let begun = 0;
  return (event) => {
    if (event.kind === "begun") {
      title = event.title;
      begun = performance.now();
      spinner = ora({ text: title, discardStdin: false }).start();
    }
    if (spinner && event.kind === "progress")
      spinner.text = `${title} ${event.done}/${event.total}`;
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    if (event.kind === "ended") spinner?.succeed(`${spinner.text} (${seconds} s)`);
  };
}

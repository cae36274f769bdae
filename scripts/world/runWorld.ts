import { parseArgs } from "node:util";
import ora, { type Ora } from "ora";
import type { Output } from "../shared/commandLine/plainOutput.ts";
import { askWorld } from "./control/askWorld.ts";
import type { ControlEvent, ControlRequest } from "./control/messages.ts";
import { describeChoices } from "./describeChoices.ts";
import { listSaves } from "./saves.ts";

const help = `Usage: npm run world -- COMMAND

Brings the chain, the stories and the open pages of the running npm start to another state together.
Drafts of stories in the browser stay. If a command fails, the world is as it was.

  list        scenarios and saves
  reset       what the world began as, or was last loaded as
  save NAME   keeps the chain and the stories as they are now, in .world/saves/NAME/
  load NAME   becomes a scenario or a save; stories told since the last save are gone
  --help      show this text`;

/**
 * Asks the world that runs in a folder to become another, or tells which others there are.
 *
 * @returns the exit status.
 */
export async function runWorld(
  args: readonly string[],
  directory: string,
  output: Output,
  onEvent: (event: ControlEvent) => void = showSteps(),
): Promise<number> {
  try {
    const request = readRequest(args);
    if (request === "help") output.log(help);
    else if (request === "list") output.log(describeChoices(await listSaves(directory)));
    else output.log(`\n${await askWorld(directory, request, onEvent)}`);
    return 0;
  } catch (error) {
    output.error(`\n${error instanceof Error ? error.message : error}`);
    return 1;
  }
}

function readRequest(args: readonly string[]): ControlRequest | "help" | "list" {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { help: { type: "boolean", default: false } },
    allowPositionals: true,
  });
  if (values.help) return "help";
  const [command, name, ...others] = positionals;
  const isWhole = others.length === 0;
  if (command === "list" && name === undefined) return "list";
  if (command === "reset" && name === undefined) return { command };
  if ((command === "save" || command === "load") && name && isWhole) return { command, name };
  throw new Error(`That is no command of the world.\n\n${help}`);
}

/** Shows each step while the world works at it. */
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

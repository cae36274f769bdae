// npm run world: resets, saves and loads the world that npm start runs in this working tree.
import { parseArgs } from "node:util";
import ora, { type Ora } from "ora";
import { askWorld } from "./world/control/askWorld.ts";
import type { ControlEvent, ControlRequest } from "./world/control/messages.ts";
import { describeChoices } from "./world/describeChoices.ts";
import { listSaves } from "./world/saves.ts";

const worldDirectory = ".world";
const help = `Usage: npm run world -- COMMAND

Brings the chain, the stories and the open pages of the running npm start to another state together.
Drafts of stories in the browser stay. If a command fails, the world is as it was.

  list        scenarios and saves
  reset       what the world began as, or was last loaded as
  save NAME   keeps the chain and the stories as they are now, in ${worldDirectory}/saves/NAME/
  load NAME   becomes a scenario or a save; stories told since the last save are gone
  --help      show this text`;

await main();

async function main(): Promise<void> {
  try {
    const request = readRequest();
    if (request === "help") console.log(help);
    else if (request === "list") console.log(describeChoices(await listSaves(worldDirectory)));
    else console.log(`\n${await askWorld(worldDirectory, request, showSteps())}`);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

function readRequest(): ControlRequest | "help" | "list" {
  const { values, positionals } = parseArgs({
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

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../scripts/shared/freePort.ts";
import {
  applyDiff,
  type CommandContext,
  copyRepository,
  readConsoleBlocks,
  readFileBlocks,
  runBlock,
  type Stop,
} from "../support/commands/docCommands.ts";
import { inSoak } from "../support/search.ts";

const file = "docs/tutorial.md";
const [newFiles, changes] = [readFileBlocks(file, "(?:ts|json)"), readFileBlocks(file, "diff")];
const sessions = readConsoleBlocks(file);

// Each step continues from the previous one, so the rest is skipped after a failure.
describe(`${file}, in a copy of the repository`, () => {
  let hasFailed = false;
  let context: CommandContext;
  const stops: Stop[] = [];

  before(async () => {
    const chain = await freePort();
    context = { cwd: await copyRepository(), env: { RPC_URL: `http://127.0.0.1:${chain}` } };
    const ports = `--port ${await freePort()} --api-port ${await freePort()} --chain-port ${chain}`;
    for (const each of sessions.flatMap(({ commands }) => commands)) {
      if (each.command.startsWith("npm start")) each.command += ` ${ports}`;
    }
  });
  after(async () => {
    for (const stop of stops) await stop();
  });

  beforeEach(function () {
    if (hasFailed) this.skip();
  });
  afterEach(function () {
    hasFailed ||= this.currentTest?.state === "failed";
  });

  const steps = [
    ...newFiles.map(({ place, path, text }) => ({
      place,
      define: it,
      title: `creates ${path}`,
      run: () => writeFile(join(context.cwd, path), text),
    })),
    ...changes.map((change) => ({
      place: change.place,
      define: it,
      title: `changes ${change.path}`,
      run: () => applyDiff(change, context.cwd),
    })),
    ...sessions.map((session) => ({
      place: session.place,
      // They compile the contracts and start a world.
      define: inSoak.it,
      title: session.commands.map(({ command }) => command).join("; "),
      run: async () => void stops.push(await runBlock(session, context)),
    })),
  ];
  for (const { place, define, title, run } of steps.toSorted((a, b) => lineOf(a) - lineOf(b))) {
    define(`${place}: ${title}`, run);
  }
});

/** Line number of a location such as `docs/tutorial.md:9`. */
function lineOf({ place }: { place: string }): number {
  return Number(place.split(":")[1]);
}

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../scripts/shared/freePort.ts";
import {
  applyDiff,
  type CommandContext,
  copyRepository,
  readBlocks,
  runBlock,
  stopCommands,
} from "../support/commands/docCommands.ts";
import { inSoak } from "../support/search.ts";

const file = "docs/tutorial.md";

// Each step continues from the previous one, so the rest is skipped after a failure.
describe(`${file} in a copy of the repository`, () => {
  let hasFailed = false;
  let context: CommandContext;
  let ports: string;
  const withPorts = (command: string) =>
    command.startsWith("npm start") ? `${command} ${ports}` : command;

  before(async () => {
    const chain = await freePort();
    context = { cwd: await copyRepository(), env: { RPC_URL: `http://127.0.0.1:${chain}` } };
    ports = `--port ${await freePort()} --api-port ${await freePort()} --chain-port ${chain}`;
  });
  after(stopCommands);

  beforeEach(function () {
    if (hasFailed) this.skip();
  });
  afterEach(function () {
    hasFailed ||= this.currentTest?.state === "failed";
  });

  for (const block of readBlocks(file, "ts", "json", "diff", "console")) {
    const { place, language, title = "", text, commands } = block;
    if (language === "console") {
      // They compile the contracts and start a world.
      const names = commands.map(({ command }) => command).join("; ");
      inSoak.it(`${place}: ${names}`, async () => {
        const given = commands.map((each) => ({ ...each, command: withPorts(each.command) }));
        await runBlock({ ...block, commands: given }, context);
      });
    } else if (language === "diff") {
      it(`${place}: changes ${title}`, () => applyDiff(block, context.cwd));
    } else {
      it(`${place}: creates ${title}`, () => writeFile(join(context.cwd, title), text));
    }
  }
});

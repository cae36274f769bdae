import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  type CommandContext,
  folderFor,
  readBlocks,
  runBlock,
  stopCommands,
} from "../support/commands/docCommands.ts";
import { type NpmRunHere, startNpmRunHere } from "../support/commands/npmRunHere.ts";
import { type RunbookChain, startRunbookChain } from "../support/commands/runbookChain.ts";

const files = ["docs/runbook.md", "docs/owner-tasks.md"] as const;

// Each session continues from the previous one, so the rest is skipped after a failure.
describe("docs/runbook.md and docs/owner-tasks.md, on a fresh chain with the ID of a real one", () => {
  let hasFailed = false;
  let chain: RunbookChain;
  let npm: NpmRunHere;
  let context: CommandContext;

  before(async () => {
    chain = await startRunbookChain();
    npm = await startNpmRunHere();
    context = { cwd: await folderFor(files[0]), env: { ...chain.env, ...npm.env } };
  });
  after(async () => {
    await stopCommands();
    await npm?.close();
    await chain?.close();
  });

  beforeEach(function () {
    if (hasFailed) this.skip();
  });
  afterEach(function () {
    hasFailed ||= this.currentTest?.state === "failed";
  });

  for (const block of files.flatMap((file) => readBlocks(file, "console"))) {
    it(`${block.place}: ${block.commands.map(({ command }) => command).join("; ")}`, async () => {
      await runBlock(block, context);
      await chain.actElsewhere(block, context);
    });
  }

  it("write the deployment record and the Safe batch", async () => {
    const read = async (name: string) =>
      JSON.parse(await readFile(join(context.cwd, name), "utf8"));
    const { address } = await read("deployments/11155111.json");
    const batch = await read("batch.json");
    expect(batch.transactions).to.have.length(1);
    expect(batch.transactions[0].to).to.equal(address);
  });
});

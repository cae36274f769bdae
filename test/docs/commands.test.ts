import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../../scripts/shared/freePort.ts";
import { loadScenario, standardScenario } from "../../scripts/world/scenario.ts";
import {
  folderFor,
  readConsoleBlocks,
  runBlock,
  runCommand,
  type Stop,
  type Surroundings,
} from "../support/docCommands.ts";
import { type NpmRunHere, startNpmRunHere } from "../support/npmRunHere.ts";
import { fillPrintShelf } from "../support/printShelf.ts";
import { documents, readShellCommands } from "./documents.ts";

const root = join(import.meta.dirname, "..", "..");

/** Where a test of its own runs every command of the document. */
const ranElsewhere = ["docs/runbook.md", "docs/owner-tasks.md"];

/** What the documents tell to type, and is not typed here, and why. */
const notTyped: Record<string, string> = {
  "npm start": "the world below is started so, on other ports",
  "npm test": "would run this very test",
  "npm test -- test/contracts/phases.test.ts": "is run with all tests",
  "npm test -- --grep PastSupply": "is run with all tests",
  "npm test -- test/contracts/properties": "is run with all tests",
  "npm run check": "is run beside the tests",
  "npm run fix": "would change the working tree",
  "npm run deploy -- --network remote --parameters my-collection.json": "docs/runbook.md has it",
  "npm run deploy -- check --network remote": "docs/runbook.md has it",
  "npm run deploy -- verify --network remote": "asks block explorers",
  'npm test -- test/web/pages/home.test.ts --grep "links each id"': "is run with all tests",
  "npx biome check --write web test/web": "would change the working tree",
  "npx tsc --noEmit -p web": "is a part of npm run check",
  "npm run build": "every test of a page does it",
  "CHAIN_ID=11155111 RPC_URL=https://… npm run serve": "docs/runbook.md serves another chain",
};

describe("the commands of the documents", function () {
  this.timeout(240_000);
  let npm: NpmRunHere;
  let stopWorld: Stop | undefined;
  let surroundings: Surroundings;

  before(async () => {
    const [chain, api, web] = [await freePort(), await freePort(), await freePort()];
    const cwd = await folderFor("docs/contract-bench.md");
    const { plan } = await loadScenario(standardScenario);
    await fillPrintShelf(join(cwd, ".world", "portraits"), plan);
    npm = await startNpmRunHere();
    surroundings = { cwd, env: { RPC_URL: `http://127.0.0.1:${chain}`, ...npm.env } };
    const command = `npm start -- --port ${web} --api-port ${api} --chain-port ${chain}`;
    stopWorld = await runBlock(
      {
        place: "test/docs/commands.test.ts",
        commands: [{ place: "", command, expected: "…\n…Ctrl-C stops…" }],
        info: "",
        status: 0,
        isRunning: true,
      },
      // The contracts are compiled already, here.
      { cwd, env: { ...surroundings.env, HARDHAT_CONFIG: join(root, "hardhat.config.ts") } },
    );
  });
  after(async () => {
    await stopWorld?.();
    await npm?.close();
  });

  for (const file of documents.filter((each) => !ranElsewhere.includes(each))) {
    const blocks = readConsoleBlocks(file);
    if (blocks.length === 0) continue;
    it(`print what ${file} says`, async () => {
      for (const block of blocks) {
        const stop = await runBlock(block, surroundings);
        await stop();
      }
    });
  }

  it("work, wherever only the command is told", async () => {
    const told = await Promise.all(documents.map(readShellCommands));
    const commands = new Set(told.flat());
    expect([...commands]).to.include.members(Object.keys(notTyped));
    for (const command of commands) {
      if (command in notTyped) continue;
      const { output, status } = await runCommand(command, surroundings);
      expect(status, `${command}\n${output}`).to.equal(0);
    }
  });
});

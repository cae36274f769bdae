import { join } from "node:path";
import { expect } from "chai";
import { freePort } from "../../scripts/shared/freePort.ts";
import { loadScenario, standardScenario } from "../../scripts/world/scenario.ts";
import {
  type CommandContext,
  folderFor,
  readConsoleBlocks,
  runBlock,
  runCommand,
  type Stop,
} from "../support/docCommands.ts";
import { type NpmRunHere, startNpmRunHere } from "../support/npmRunHere.ts";
import { fillPrintShelf } from "../support/printShelf.ts";
import { documents, readShellCommands } from "./documents.ts";

const root = join(import.meta.dirname, "..", "..");

/** Documents whose commands another test runs. */
const ranElsewhere = ["docs/runbook.md", "docs/owner-tasks.md"];

/** Documented commands that this test does not run, with the reason. */
const notTyped: Record<string, string> = {
  "npm start": "the world below is started with it, on other ports",
  "npm test": "would run this test",
  "npm test -- test/contracts/phases.test.ts": "part of npm test",
  "npm test -- --grep PastSupply": "part of npm test",
  "npm test -- test/contracts/properties": "part of npm test",
  "npm run watch": "runs until it is stopped",
  "npm run check": "is run beside the tests",
  "npm run fix": "would change the working tree",
  "npm run deploy -- --network remote --parameters my-collection.json":
    "run by the test of docs/runbook.md",
  "npm run deploy -- check --network remote": "run by the test of docs/runbook.md",
  "npm run deploy -- verify --network remote": "sends requests to block explorers",
  'npm test -- test/web/pages/home.test.ts --grep "links each id"': "part of npm test",
  "npx biome check --write web test/web": "would change the working tree",
  "npx tsc --noEmit -p web": "part of npm run check",
  "npm run build": "page tests run it",
  "npm run world -- fork https://rpc.example": "test/scripts/worldFork.test.ts forks a second node",
  "CHAIN_ID=11155111 RPC_URL=https://… npm run serve": "docs/runbook.md serves another chain",
};

describe("the commands in the documents", () => {
  let npm: NpmRunHere;
  let stopWorld: Stop | undefined;
  let context: CommandContext;
  let webUrl: string;

  before(async () => {
    const [chain, api, web] = [await freePort(), await freePort(), await freePort()];
    webUrl = `http://127.0.0.1:${web}`;
    const cwd = await folderFor("docs/contract-bench.md");
    const { plan } = await loadScenario(standardScenario);
    await fillPrintShelf(join(cwd, ".world", "portraits"), plan);
    npm = await startNpmRunHere();
    context = { cwd, env: { RPC_URL: `http://127.0.0.1:${chain}`, ...npm.env } };
    const command = `npm start -- --port ${web} --api-port ${api} --chain-port ${chain}`;
    stopWorld = await runBlock(
      {
        place: "test/docs/commands.test.ts",
        commands: [{ place: "", command, expected: "…\n  Memory     …MB…\n…\n…Ctrl-C stops…" }],
        info: "",
        status: 0,
        isRunning: true,
      },
      // The contracts are already compiled here.
      { cwd, env: { ...context.env, HARDHAT_CONFIG: join(root, "hardhat.config.ts") } },
    );
  });
  after(async () => {
    await stopWorld?.();
    await npm?.close();
  });

  for (const file of documents.filter((each) => !ranElsewhere.includes(each))) {
    const blocks = readConsoleBlocks(file);
    if (blocks.length === 0) continue;
    it(`print the output that ${file} shows`, async () => {
      for (const block of blocks) {
        const stop = await runBlock(block, context);
        await stop();
      }
    });
  }

  it("start a world whose feeds and sitemap lead to its own pages", async () => {
    const read = async (path: string) => (await fetch(webUrl + path)).text();
    expect(await read("/feed.atom")).to.contain(`href="${webUrl}/drifter/`);
    expect(await read("/sitemap.xml")).to.contain(`<loc>${webUrl}/sitemap-1.xml</loc>`);
    expect(await read("/robots.txt")).to.contain(`Sitemap: ${webUrl}/sitemap.xml`);
  });

  it("succeed where the documents show no output", async () => {
    const told = await Promise.all(documents.map(readShellCommands));
    const commands = new Set(told.flat());
    expect([...commands]).to.include.members(Object.keys(notTyped));
    for (const command of commands) {
      if (command in notTyped) continue;
      const { output, status } = await runCommand(command, context);
      expect(status, `${command}\n${output}`).to.equal(0);
    }
  });
});

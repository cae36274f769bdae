import { type LocalChain, startLocalChain } from "../../../scripts/world/chain/localChain.ts";
import { baseURI } from "../../../scripts/world/recipe.ts";
import { populateCollection } from "../../../scripts/world/scenarios/populateCollection.ts";
import { loadScenario, standardScenario } from "../../../scripts/world/scenarios/scenario.ts";
import {
  type CommandContext,
  folderFor,
  readBlocks,
  runBlock,
} from "../../support/commands/docCommands.ts";
import { type NpmRunHere, startNpmRunHere } from "./npmRunHere.ts";

const file = "docs/contract-bench.md";
const needsWorld = /npm run --silent world/;

describe(`${file} on the standard world`, () => {
  let chain: LocalChain;
  let npm: NpmRunHere;
  let context: CommandContext;

  before(async () => {
    chain = await startLocalChain();
    const { plan } = await loadScenario(standardScenario);
    await populateCollection({ chain, plan, baseURI });
    npm = await startNpmRunHere();
    context = { cwd: await folderFor(file), env: { ...npm.env, RPC_URL: chain.url } };
  });
  after(async () => {
    await npm?.close();
    await chain?.close();
  });

  for (const block of readBlocks(file, "console")) {
    const commands = block.commands.map(({ command }) => command).join("; ");
    if (needsWorld.test(commands)) continue;
    it(`${block.place}: ${commands}`, () => runBlock(block, context));
  }
});

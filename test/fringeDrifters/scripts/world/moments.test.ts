import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import { portraits } from "../../../../scripts/shared/cacheFolders.ts";
import { quietStep } from "../../../../scripts/shared/commandLine/step.ts";
import { formatOpener, importMoment, saveMoment } from "../../../../scripts/world/moments.ts";
import { type Recipe, scenarioRecipe } from "../../../../scripts/world/recipe.ts";
import { loadScenario } from "../../../../scripts/world/scenarios/scenario.ts";
import { startService } from "../../../../scripts/world/service.ts";
import { snapshotRecipe } from "../../../../scripts/world/snapshots.ts";
import { type Stack, startStack } from "../../../../scripts/world/startStack.ts";
import { errorOf } from "../../../support/errorOf.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";

describe("moment", () => {
  const page = {
    path: "/drifter/5?tab=story#history",
    local: { "draft:5": "</script>Not finished." },
    tab: { "dev.wallet": "rejects" },
  };
  const names = { "ash.eth": 3 };
  let root: string;
  let file: string;
  let stack: Stack;

  const start = async (recipe: Recipe, directory: string) => {
    const ports = { chain: 0, api: 0 };
    return startStack({ startService, recipe, directory, portraits, ports }, quietStep);
  };

  before(async () => {
    root = await temporaryFolder();
    const { plan, ...scenario } = await loadScenario("disputed-stories");
    stack = await start(scenarioRecipe({ ...scenario, plan: { ...plan, names } }), root);
    await stack.current().chain.control(["balance", "3", "77"]);
    await stack.current().chain.control(["time", "+1w"]);
    file = join(root, "a folder/The bug.json");
    expect(await saveMoment(stack.current(), file, page)).to.equal(
      `Saved ${file}. Any clone of these sources opens it: npm run world -- open FILE`,
    );
  });
  after(() => stack?.close());

  async function describeState({ chain, apiUrl }: ReturnType<Stack["current"]>) {
    const holder = (await chain.ethers.getSigners())[3];
    const stories = await fetch(`${apiUrl}/api/narrative/1/history`);
    return {
      block: (await chain.ethers.provider.getBlock("latest"))?.hash,
      balance: await chain.ethers.provider.getBalance(holder?.address ?? ""),
      stories: await stories.json(),
      named: await (await fetch(`${apiUrl}/api/names/ash.eth`)).json(),
      hidden: (await fetch(`${apiUrl}/api/narrative/3`)).status,
    };
  }

  it("opens in a different folder with the same block, stories, names and page", async () => {
    const directory = await temporaryFolder();
    const name = await importMoment(file, directory);
    expect(name).to.equal("opened-the-bug");
    const recipe = await snapshotRecipe(directory, name);
    expect(recipe.page).to.deep.equal(page);
    const opened = await start(recipe, directory);
    try {
      expect(opened.current().notes).to.deep.equal([]);
      const expected = await describeState(stack.current());
      expect(expected.named).to.have.property("address");
      expect(await describeState(opened.current())).to.deep.equal(expected);
    } finally {
      await opened.close();
    }
  });

  it("escapes the page's state in the document that restores it", () => {
    const html = formatOpener(page);
    expect(html.match(/<\/script>/g)).to.have.length(1);
    expect(html).to.contain("\\u003c/script>Not finished.");
  });

  for (const [what, change, message] of [
    [
      "a different collection",
      { contract: "Others" },
      `is a moment of Others, and these sources are ${collectionConfig.contract}.`,
    ],
    [
      "a different build",
      { bytecode: "00" },
      `was saved with a different build of ${collectionConfig.contract}. Check out the sources with which it was saved, then open it again.`,
    ],
    [
      "a newer version",
      { version: 2 },
      "needs a newer version of these sources. Update them first.",
    ],
    [
      "a story outside its folder",
      { narratives: { "a/../../x": "" } },
      "is not a moment, or it is damaged. npm run world -- save FILE.json writes one.",
    ],
    [
      "a page of a different site",
      { page: { ...page, path: "//evil.example" } },
      "is not a moment, or it is damaged. npm run world -- save FILE.json writes one.",
    ],
  ] as const) {
    it(`rejects ${what}`, async () => {
      const changed = join(root, "changed.json");
      const moment = JSON.parse(await readFile(file, "utf8"));
      await writeFile(changed, JSON.stringify({ ...moment, ...change }));
      expect((await errorOf(importMoment(changed, root))).message).to.equal(
        `${changed} ${message}`,
      );
    });
  }

  it("rejects a missing file", async () => {
    expect((await errorOf(importMoment("/nowhere.json", root))).message).to.equal(
      "There is no file /nowhere.json.",
    );
  });

  it("does not save a fork, whose endpoint may contain a key", async () => {
    const { recipe, ...world } = stack.current();
    const fork = { live: {}, options: {} } as never;
    const forked = { ...world, recipe: { ...recipe, fork } };
    expect((await errorOf(saveMoment(forked, file))).message).to.match(
      /^A fork is not saved in a file/,
    );
  });
});

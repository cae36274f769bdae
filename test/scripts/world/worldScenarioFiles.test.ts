import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { UsageError } from "../../../scripts/shared/commandLine/usageError.ts";
import { readStartOptions, startHelp } from "../../../scripts/world/command/startOptions.ts";
import { scenarioRecipe } from "../../../scripts/world/recipe.ts";
import {
  describeScenarios,
  listScenarios,
  loadScenario,
  standardScenario,
} from "../../../scripts/world/scenarios/scenario.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const phase = { name: "Dust", startingPoint: 1, endPoint: 11, mints: [], gifts: [] };
describe("scenario files", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  const write = (name: string, fields: object) =>
    writeFile(
      join(folder, `${name}.json`),
      JSON.stringify({ summary: "One.", phases: [], ...fields }),
    );

  async function messageOf(fields: object): Promise<string> {
    await write("mistaken", fields);
    const error = await loadScenario("mistaken", folder).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(UsageError);
    return String(error);
  }

  it("validates each shipped file, with a one-sentence summary", async () => {
    const scenarios = listScenarios();
    expect(scenarios[0]?.name).to.equal(standardScenario);
    for (const { name, summary } of scenarios) {
      expect(summary, name).to.match(/^[A-Z][^.]+\.$/);
      expect((await loadScenario(name)).summary).to.equal(summary);
    }
  });

  it("lists scenarios in npm start --help and in the error for an unknown name", async () => {
    expect(await readStartOptions(["--help"])).to.equal("help");
    expect(startHelp).to.contain(describeScenarios()).and.contain(`at first ${standardScenario}`);
    const unknown = await readStartOptions(["--scenario", "mid-sail"]).catch(
      (error: unknown) => error,
    );
    expect(unknown).to.be.instanceOf(UsageError);
    expect(String(unknown))
      .to.contain('There is no scenario "mid-sail". Did you mean mid-sale?')
      .and.contain(describeScenarios());
  });

  it("lists an invalid file with its error, and still loads the others", async () => {
    await write("valid", {});
    await write("mistaken", { phases: [{ name: "Gone", mints: [], gifts: [] }] });
    expect(listScenarios(folder)).to.deep.equal([
      {
        name: "mistaken",
        summary:
          "Invalid: phases.0: set startingPoint and endPoint, or add “Gone” to collection/sale.json.",
      },
      { name: "valid", summary: "One." },
    ]);
    expect((await loadScenario("valid", folder)).name).to.equal("valid");
  });

  it("reads a file by its path, with a sale file relative to it", async () => {
    await write("mine", { sale: "sales/mine.json", startsAt: "2026-03-01T18:00:00Z" });
    const { scenario } = Object(await readStartOptions(["--scenario", join(folder, "mine.json")]));
    expect(scenario).to.deep.include({ name: "mine", summary: "One." });
    expect(scenario.plan.sale).to.equal(join(folder, "sales/mine.json"));
    expect(scenarioRecipe(scenario)).to.include({
      startsAt: "2026-03-01T18:00:00Z",
      summary: "One.",
    });
    const missing = await readStartOptions(["--scenario", join(folder, "none.json")]).catch(String);
    expect(missing).to.contain(`There is no file ${join(folder, "none.json")}.`);
    expect(await messageOf({ startsAt: "March" })).to.contain("startsAt: ");
  });

  it("extends only files inside the folder", async () => {
    await write("base", { phases: [phase], minting: false });
    await writeFile(
      join(folder, "child.json"),
      '{ "summary": "Two.", "basedOn": "base", "chain": "down" }',
    );
    const { plan, summary } = await loadScenario("child", folder);
    expect(plan).to.deep.equal({ phases: [phase], minting: false, chain: "down" });
    const places = ["child", standardScenario].map((name) =>
      scenarioRecipe({ name, plan, stories: [] }),
    );
    expect(places.map(({ folder, isChainDown }) => [folder, isChainDown])).to.deep.equal([
      ["worlds/child", true],
      ["", true],
    ]);
    expect(summary).to.equal("Two.");
    expect(await messageOf({ basedOn: "child" })).to.contain("basedOn: must name a scenario");
    expect(await messageOf({ basedOn: "../base" })).to.contain("basedOn");
    expect(await messageOf({ basedOn: "nobody" })).to.contain('unknown scenario "nobody"');
  });

  it("assigns shipped stories by token number, and composes the rest", async () => {
    const mints = [{ account: 2, quantity: 12 }];
    const publishMany = { firstId: 3, step: 2, subjects: ["A", "B"], verbs: ["is", "was"] };
    await write("told", {
      phases: [{ ...phase, endPoint: 14, mints, gifts: [3] }],
      ...{ stories: "shipped", events: [{ publishMany: { ...publishMany, objects: ["x", "y"] } }] },
    });
    const { plan, stories } = await loadScenario("told", folder);
    const shipped = (await readdir(new URL("../../../collection/stories", import.meta.url)))
      .map((file) => file.replace(".md", ""))
      .filter((id) => Number(id) <= 13);
    expect(stories.map(({ drifterId }) => drifterId)).to.have.members(shipped).and.not.be.empty;
    const told = [
      "A is x.",
      "B is y.",
      "A was x.",
      "B was y.",
      "A is y.",
      "B is x.",
      "A was y.",
      "B was x.",
    ];
    expect(plan.events).to.deep.equal(
      told.map((narrative, index) => ({ publish: { drifterId: 3 + 2 * index, narrative } })),
    );
  });

  it("gives a phase without token IDs those of collection/sale.json", async () => {
    const sale = await readFile(new URL("../../../collection/sale.json", import.meta.url), "utf8");
    const [{ name, startingPoint, endPoint }] = JSON.parse(sale).phases;
    await write("planned", { phases: [{ name, mints: [], gifts: [] }] });
    const { plan } = await loadScenario("planned", folder);
    expect(plan.phases).to.deep.equal([{ name, mints: [], gifts: [], startingPoint, endPoint }]);
  });

  const faults: Record<string, [fields: object, message: string]> = {
    "an unknown field": [{ phase: [] }, "phase"],
    "an account that the node does not have": [
      { phases: [{ ...phase, gifts: [20] }] },
      "phases.0.gifts.0",
    ],
    "a phase without token IDs that is not for sale": [
      { phases: [{ name: "Nowhere", mints: [], gifts: [] }] },
      "phases.0: set startingPoint and endPoint, or add “Nowhere” to collection/sale.json",
    ],
    "an unknown event": [{ events: [{ burn: 7 }] }, 'events.0: must be one of { "transfer"'],
  };
  for (const [fault, [fields, message]] of Object.entries(faults)) {
    it(`rejects a file because of ${fault}`, async () => {
      expect(await messageOf(fields)).to.contain(message);
    });
  }

  it("rejects a file that is not JSON, with its name", async () => {
    await writeFile(join(folder, "broken.json"), "{");
    const error = await loadScenario("broken", folder).catch((thrown: unknown) => thrown);
    expect(String(error)).to.contain("broken.json");
  });
});

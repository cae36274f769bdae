import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { WatchedPlan } from "../../../api/src/mint/watchedPlan.ts";
import { readSaleFile } from "../../../api/src/settings/saleFile.ts";
import { account } from "../../support/api/apiFixture.ts";
import { saleJson } from "../../support/api/salePlan.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const onList = { perWallet: undefined, list: "lists/ember.csv" };
const row = (index: number, quantity: number) => `${account(index).address},${quantity}\n`;

/** Opens a plan with a list; `lines` are the log's messages and their details. */
async function openPlan() {
  const folder = await temporaryFolder();
  const files = { sale: join(folder, "sale.json"), list: join(folder, "lists/ember.csv") };
  await mkdir(join(folder, "lists"));
  await writeFile(files.list, row(2, 3) + row(3, 1));
  await writeFile(files.sale, saleJson(onList));
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ base: null }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const plan = new WatchedPlan({
    plan: readSaleFile(files.sale),
    file: files.sale,
    logger,
    onChange: () => undefined,
  });
  /** Checks twice: files are read once they no longer change. */
  const settle = () => {
    plan.check();
    plan.check();
  };
  return { files, lines, plan, settle };
}

describe("WatchedPlan", () => {
  it("replaces the plan when the sale file changes, and logs what has changed", async () => {
    const { files, lines, plan, settle } = await openPlan();
    await writeFile(
      files.sale,
      saleJson({ ...onList, price: "0.05" }, { name: "Ash", startingPoint: 101, endPoint: 201 }),
    );
    settle();
    expect(plan.current.get("Ember")?.price).to.equal(50_000_000_000_000_000n);
    expect(lines[0]).to.deep.include({
      msg: "the sale file has changed",
      changes: ["“Ember”: price.", "“Ash” was added."],
    });
  });

  it("logs nothing when the file is saved without a change", async () => {
    const { files, lines, settle } = await openPlan();
    await writeFile(`${files.sale}.new`, saleJson(onList));
    await rename(`${files.sale}.new`, files.sale);
    settle();
    expect(lines).to.deep.equal([]);
  });

  it("replaces the plan when only a list changes", async () => {
    const { files, lines, plan, settle } = await openPlan();
    await writeFile(`${files.list}.new`, row(2, 4) + row(4, 1));
    await rename(`${files.list}.new`, files.list);
    settle();
    expect(plan.current.get("Ember")?.minters).to.deep.equal({
      kind: "list",
      allowances: new Map(
        [2, 4].map((each) => [account(each).address.toLowerCase(), each === 2 ? 4 : 1]),
      ),
    });
    expect(lines[0]?.changes).to.deep.equal(["“Ember”: wallets added: 1, removed: 1, changed: 1."]);
  });

  it("reads a file only once it no longer changes between two checks", async () => {
    const { files, plan } = await openPlan();
    await writeFile(files.list, row(2, 3));
    plan.check();
    await writeFile(files.list, row(2, 3) + row(4, 2));
    plan.check();
    expect(plan.current.get("Ember")?.minters).to.have.nested.property("allowances.size", 2);
    expect(JSON.stringify([...mapOf(plan)])).to.contain(account(3).address.toLowerCase());
    plan.check();
    expect(JSON.stringify([...mapOf(plan)])).to.contain(account(4).address.toLowerCase());
  });

  it("keeps the plan while its folder cannot be read", async () => {
    const { files, plan, settle } = await openPlan();
    const before = plan.current;
    await rename(dirname(files.list), `${dirname(files.list)}.away`);
    await writeFile(dirname(files.list), "not a folder");
    expect(settle).not.to.throw();
    expect(plan.current).to.equal(before);
    expect(plan.isOutdated).to.equal(true);
  });

  for (const [title, spoil] of [
    ["sale file", (files: { sale: string }) => writeFile(files.sale, "{")],
    ["list", (files: { list: string }) => writeFile(files.list, `${row(2, 3)}nobody,1`)],
    ["missing list", (files: { list: string }) => rename(files.list, `${files.list}.away`)],
  ] as const) {
    it(`keeps the plan and reports each problem once for an invalid ${title}, until it is valid`, async () => {
      const { files, lines, plan, settle } = await openPlan();
      const before = plan.current;
      await spoil(files);
      settle();
      settle();
      expect(plan.current).to.equal(before);
      expect(plan.isOutdated).to.equal(true);
      expect(lines).to.have.length(1);
      expect(lines[0]?.msg).to.equal("the sale file is invalid: the previous plan stays in force");
      expect(lines[0]?.problems).to.have.length(1);
      await writeFile(files.list, row(2, 9));
      await writeFile(files.sale, saleJson(onList));
      settle();
      expect(plan.isOutdated).to.equal(false);
      expect(mapOf(plan).size).to.equal(1);
    });
  }
});

function mapOf(plan: WatchedPlan): ReadonlyMap<string, number> {
  const minters = plan.current.get("Ember")?.minters;
  return minters?.kind === "list" ? minters.allowances : new Map();
}

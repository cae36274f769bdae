import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect } from "chai";
import { z } from "zod";
import { findAllowance } from "../../../api/src/mint/issueAuthorization.ts";
import { readSaleFile, SaleFileError, saleFileSchema } from "../../../api/src/settings/saleFile.ts";
import { account } from "../../support/api/apiFixture.ts";
import { saleJson } from "../../support/api/salePlan.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { settingErrors } from "./settingErrors.ts";

const key = "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d";
const listed = account(2).address;
const ember = { name: "Ember" };
const ash = { name: "Ash", startingPoint: 101, endPoint: 201 };
const onList = { perWallet: undefined, list: "lists/ash.csv" };

async function save(content: string, list?: string): Promise<string> {
  const file = join(await temporaryFolder(), "sale.json");
  await writeFile(file, content);
  if (list !== undefined) {
    await mkdir(join(dirname(file), "lists"));
    await writeFile(join(dirname(file), "lists/ash.csv"), list);
  }
  return file;
}

/** Returns a sale file's problems, with the folder removed from their paths. */
async function findProblems(content: string, list?: string): Promise<string[]> {
  const file = await save(content, list);
  try {
    readSaleFile(file);
    return [];
  } catch (error) {
    if (!(error instanceof SaleFileError)) throw error;
    return error.problems.map((problem) => problem.replace(`${dirname(file)}/`, ""));
  }
}

describe("readSaleFile", () => {
  it("returns each phase with its times in seconds and its price in wei", async () => {
    const times = { opensAt: "2026-12-01T18:00:00+01:00", closesAt: "2026-12-01T17:30Z" };
    const plan = readSaleFile(await save(saleJson({ ...times, price: "0.005" })));
    expect(plan.get("Ember")).to.deep.equal({
      ...{ name: "Ember", startingPoint: 1n, endPoint: 101n, maxPerMint: 20n },
      price: 5_000_000_000_000_000n,
      opensAt: BigInt(Date.UTC(2026, 11, 1, 17) / 1_000),
      closesAt: BigInt(Date.UTC(2026, 11, 1, 17, 30) / 1_000),
      minters: { kind: "everybody", perWallet: 5 },
    });
  });

  it("allows a phase with a list only to the wallets on it", async () => {
    const plan = readSaleFile(await save(saleJson(ember, { ...ash, ...onList }), `${listed},3\n`));
    const minters = plan.get("Ash")?.minters ?? { kind: "everybody", perWallet: -1 };
    const wallets = [listed, account(3).address];
    expect(wallets.map((wallet) => findAllowance(minters, wallet))).to.deep.equal([3, 0]);
  });

  for (const [title, content, problem] of [
    ["no JSON", "{\n  phases", "sale.json:2 is not JSON (InvalidSymbol). Correct it."],
    ["a list at the top", "[]", 'sale.json:1 the file must be an object with "phases".'],
    ["no phases", "{}", "sale.json:1 phases must be a list of phases."],
    [
      "an unknown field",
      saleJson({ prize: "0.1" }),
      "sale.json:10 phases[0].prize is unknown. Correct its name, or delete it.",
    ],
    [
      "a field twice",
      saleJson().replace('"maxPerMint": 20', '"price": "0.8",\n      "maxPerMint": 20'),
      "sale.json:8 repeats the field price. Keep one of them.",
    ],
    [
      "a price that is a number",
      saleJson({ price: 0.08 }),
      'sale.json:7 phases[0].price must be an amount of ether in quotes, such as "0.08".',
    ],
    [
      "no price",
      saleJson({ price: undefined }),
      'sale.json:3 phases[0].price must be an amount of ether in quotes, such as "0.08".',
    ],
    [
      "a time without a zone",
      saleJson({ opensAt: "2026-12-01T18:00" }),
      'sale.json:10 phases[0].opensAt must be a date and a time with a zone, such as "2026-12-01T18:00:00+01:00" or "2026-12-01T17:00:00Z".',
    ],
    [
      "a day that does not exist",
      saleJson({ opensAt: "2026-02-30T18:00:00Z" }),
      'sale.json:10 phases[0].opensAt must be a date and a time with a zone, such as "2026-12-01T18:00:00+01:00" or "2026-12-01T17:00:00Z".',
    ],
    [
      "neither an allowance nor a list",
      saleJson({ perWallet: undefined }),
      'sale.json:3 phases[0] must have either "perWallet", for everybody, or "list", for the wallets of a file.',
    ],
    [
      "both an allowance and a list",
      saleJson({ list: "lists/ash.csv" }),
      'sale.json:3 phases[0] must have either "perWallet", for everybody, or "list", for the wallets of a file.',
    ],
    [
      "no tokens",
      saleJson({ endPoint: 1 }),
      "sale.json:6 phases[0].endPoint must be above startingPoint.",
    ],
    [
      "tokens in two phases",
      saleJson(ember, { ...ash, startingPoint: 51 }),
      "sale.json:13 phases[1].startingPoint must leave out 51–100, which “Ember” has.",
    ],
    [
      "a name twice",
      saleJson(ember, { ...ash, name: "Ember" }),
      "sale.json:12 phases[1].name repeats “Ember”.",
    ],
    [
      "a name that is not Unicode text",
      saleJson({ name: "Ember \ud83d" }),
      "sale.json:4 phases[0].name must not contain half of a surrogate pair.",
    ],
    [
      "a phase that closes before it opens",
      saleJson({ opensAt: "2026-12-01T18:00:00Z", closesAt: "2026-12-01T19:00:00+01:00" }),
      "sale.json:11 phases[0].closesAt must be after opensAt.",
    ],
    [
      "overlapping times",
      saleJson({ closesAt: "2026-12-02T00:00:00Z" }, { ...ash, opensAt: "2026-12-01T18:00:00Z" }),
      "sale.json:19 phases[1].opensAt must not be before “Ember” closes: one phase is active at a time.",
    ],
  ] as const) {
    it(`rejects a file with ${title}`, async () => {
      expect(await findProblems(content, `${listed},1`)).to.deep.equal([problem]);
    });
  }

  it("reports all problems in the file and its lists together", async () => {
    const content = saleJson({ endPoint: 0 }, { ...ash, ...onList });
    expect(await findProblems(content, "nobody,1")).to.deep.equal([
      "sale.json:6 phases[0].endPoint must be above startingPoint.",
      'lists/ash.csv:1 has no address, but "nobody". Write 0x and 40 hex digits.',
    ]);
  });

  it("reports a missing list with the phase's line", async () => {
    expect(await findProblems(saleJson(ember, { ...ash, ...onList }))).to.deep.equal([
      "sale.json:17 phases[1].list is a file that does not exist. Without it nobody can mint: create it, or correct the path.",
    ]);
  });
});

describe("collection/sale.schema.json", () => {
  it("accepts the same files as readSaleFile", async () => {
    const file = join(import.meta.dirname, "../../../collection/sale.schema.json");
    const text = `${JSON.stringify(z.toJSONSchema(saleFileSchema, { io: "input" }), undefined, 2)}\n`;
    if (process.env.TRANSCRIPTS === "write") {
      await writeFile(file, text);
      execFileSync("biome", ["format", "--write", file]);
    }
    expect(JSON.parse(await readFile(file, "utf8"))).to.deep.equal(JSON.parse(text));
  });
});

describe("readSettings SALE_FILE and MINT_SIGNER_KEY", () => {
  for (const wrong of [
    key.slice(0, -1),
    key.slice(2),
    `${key}00`,
    key.replace("59", "zz"),
    key.replace("0x", "59"),
    `0x${"0".repeat(64)}`,
    `0x${"f".repeat(64)}`,
    "secret of mine",
  ]) {
    it(`rejects a key such as ${wrong.slice(0, 8)}… of ${wrong.length} characters without printing it`, async () => {
      const faults = settingErrors({ MINT_SIGNER_KEY: wrong, SALE_FILE: await save(saleJson()) });
      expect(faults).to.deep.equal([
        "MINT_SIGNER_KEY must be a private key: 0x and 64 hex digits.",
      ]);
    });
  }

  it("reports problems of the sale file together with the errors of all variables", async () => {
    const SALE_FILE = await save(saleJson({ maxPerMint: 0 }));
    expect(settingErrors({ PORT: "http", MINT_SIGNER_KEY: key, SALE_FILE })).to.deep.equal([
      'PORT must be a whole number from 0 to 65535, not "http".',
      `${SALE_FILE}:8 phases[0].maxPerMint must be a whole number from 1 upwards.`,
    ]);
  });

  it("rejects a missing file", () => {
    const [message] = settingErrors({ MINT_SIGNER_KEY: key, SALE_FILE: "/nowhere.json" });
    expect(message).to.equal(
      "/nowhere.json cannot be read (ENOENT). Create it, or correct the path.",
    );
  });

  it("suggests SALE_FILE instead of MINT_POLICY", () => {
    const [message] = settingErrors({ MINT_SIGNER_KEY: key, MINT_POLICY: "policy.json" });
    expect(message).to.contain("SALE_FILE must be set").and.contain("replaces MINT_POLICY");
  });
});

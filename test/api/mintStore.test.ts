import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import { DatabaseAuthorizations } from "../../api/src/mint/databaseAuthorizations.ts";
import {
  authorizationFolder,
  FolderAuthorizations,
} from "../../api/src/mint/folderAuthorizations.ts";
import type { AuthorizationStore, IssuedSlot, SlotHolder } from "../../api/src/mint/store.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { account, temporaryFolder } from "./apiFixture.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";
import { codeOf } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });
const holder: SlotHolder = {
  chainId: 31_337,
  contract: account(9).address,
  phase: "Ember",
  minter: account(2).address,
};
const slot = (number: number, qty = 2n): IssuedSlot => ({
  number,
  transactionID: `Ember/${number}`,
  qty,
});

interface Home extends AsyncDisposable {
  open(): Promise<AuthorizationStore>;
}

const homes = [
  { name: "FolderAuthorizations", create: createFolderHome },
  { name: "DatabaseAuthorizations", create: createDatabaseHome },
];

for (const { name, create } of homes) {
  describe(`${name}, as every record of authorisations`, () => {
    let home: Home;
    let store: AuthorizationStore;
    beforeEach(async () => {
      home = await create();
      store = await home.open();
    });
    afterEach(async () => {
      await store.close();
      await home[Symbol.asyncDispose]();
    });

    it("has nothing of a wallet that was given nothing", async () => {
      expect(await store.issued(holder)).to.deep.equal([]);
    });

    it("has what was given in its order, also when it is opened again", async () => {
      const given = [slot(1), slot(2, 1n), slot(3, 2n ** 256n - 1n)];
      for (const one of given) expect(await store.take(holder, one)).to.deep.equal(one);
      expect(await store.issued(holder)).to.deep.equal(given);
      await store.close();
      store = await home.open();
      expect(await store.issued(holder)).to.deep.equal(given);
    });

    it("gives a slot once: later comers get what the first one has", async () => {
      await store.take(holder, slot(1, 2n));
      expect(await store.take(holder, slot(1, 3n))).to.deep.equal(slot(1, 2n));
      expect(await store.issued(holder)).to.deep.equal([slot(1, 2n)]);
    });

    it("lets exactly one of many win who come at the same time", async () => {
      const quantities = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
      const outcomes = await Promise.all(quantities.map((qty) => store.take(holder, slot(1, qty))));
      const stands = await store.issued(holder);
      expect(stands).to.have.length(1);
      for (const outcome of outcomes) expect(outcome).to.deep.equal(stands[0]);
    });

    const others: Record<string, Partial<SlotHolder>> = {
      wallet: { minter: account(3).address },
      phase: { phase: "Ember " },
      contract: { contract: account(8).address },
      chain: { chainId: 1 },
    };
    for (const [what, change] of Object.entries(others)) {
      it(`keeps each ${what} apart`, async () => {
        await store.take(holder, slot(1));
        expect(await store.issued({ ...holder, ...change })).to.deep.equal([]);
      });
    }

    it("knows a wallet in whichever case its address is written", async () => {
      await store.take(holder, slot(1));
      // Safety: the same address in lower case.
      const minter = holder.minter.toLowerCase() as SlotHolder["minter"];
      expect(await store.issued({ ...holder, minter })).to.deep.equal([slot(1)]);
    });

    for (const phase of ["", "../../Ember", "E'mber\"\\ \n🌵", "x".repeat(1_000), "砂\u0301"]) {
      it(`keeps phases of any name, such as ${JSON.stringify(phase.slice(0, 20))}`, async () => {
        const given = { ...slot(1), transactionID: `${phase}/1` };
        await store.take({ ...holder, phase }, given);
        expect(await store.issued({ ...holder, phase })).to.deep.equal([given]);
      });
    }
  });
}

describe("FolderAuthorizations", () => {
  it("removes what a crash left half-written, and keeps the rest", async () => {
    const dataDir = await temporaryFolder();
    const store = await FolderAuthorizations.open(dataDir);
    await store.take(holder, slot(1));
    await store.close();
    const folder = authorizationFolder(dataDir);
    const [name = ""] = await readdir(folder);
    await writeFile(join(folder, `${name}.4a5b0c3e-0000-4000-8000-000000000000.tmp`), '{"slots":');
    const reopened = await FolderAuthorizations.open(dataDir);
    expect(await readdir(folder)).to.deep.equal([name]);
    expect(await reopened.issued(holder)).to.deep.equal([slot(1)]);
  });

  it("gives nothing when it cannot be written, and nothing stands then", async () => {
    const dataDir = await temporaryFolder();
    const store = await FolderAuthorizations.open(dataDir);
    await store.close();
    expect(await codeOf(store.take(holder, slot(1)))).to.equal("store.unavailable");
    expect(await store.issued(holder)).to.deep.equal([]);
  });

  it("does not take one wallet's file for another's", async () => {
    const dataDir = await temporaryFolder();
    const store = await FolderAuthorizations.open(dataDir);
    await store.take(holder, slot(1));
    const folder = authorizationFolder(dataDir);
    const [name = ""] = await readdir(folder);
    const other = { ...holder, minter: account(3).address };
    const content = JSON.stringify({ ...other, slots: [] });
    await writeFile(join(folder, name), content);
    expect(await codeOf(store.issued(holder))).to.equal("store.unavailable");
  });
});

describe("DatabaseAuthorizations", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await borrowDatabase();
  });
  afterEach(() => database[Symbol.asyncDispose]());

  it("gives a slot once, whichever of two processes asks first", async () => {
    const stores = await Promise.all(
      [1, 2].map(() => DatabaseAuthorizations.open(database.url, silent)),
    );
    for (let number = 1; number <= 10; number += 1) {
      const outcomes = await Promise.all(
        stores.map((store, index) => store.take(holder, slot(number, BigInt(index + 1)))),
      );
      expect(outcomes[0]).to.deep.equal(outcomes[1]);
    }
    expect(await stores[0]?.issued(holder)).to.have.length(10);
    for (const store of stores) await store.close();
  });

  it("gives nothing while the database is away", async () => {
    const store = await DatabaseAuthorizations.open(database.url, silent);
    const open = await database.shut();
    expect(await codeOf(store.take(holder, slot(1)))).to.equal("store.unavailable");
    await open();
    expect(await store.take(holder, slot(1))).to.deep.equal(slot(1));
    await store.close();
  });
});

async function createFolderHome(): Promise<Home> {
  const dataDir = await temporaryFolder();
  return {
    open: () => FolderAuthorizations.open(dataDir),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function createDatabaseHome(): Promise<Home> {
  const database = await borrowDatabase();
  return {
    open: () => DatabaseAuthorizations.open(database.url, silent),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

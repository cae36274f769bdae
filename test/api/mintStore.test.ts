import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { pino } from "pino";
import {
  authorizationFolder,
  readAuthorizations,
  readSequences,
} from "../../api/src/mint/authorizationFiles.ts";
import { DatabaseAuthorizations } from "../../api/src/mint/databaseAuthorizations.ts";
import { FolderAuthorizations } from "../../api/src/mint/folderAuthorizations.ts";
import type {
  AuthorizationStore,
  IssuedSlot,
  SigningRequest,
  SlotHolder,
} from "../../api/src/mint/store.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { account, temporaryFolder } from "./apiFixture.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";
import { breakFolderSync } from "./folderSync.ts";
import { codeOf } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });
const holder: SlotHolder = {
  chainId: 31_337,
  contract: account(9).address,
  phase: "Ember",
  minter: account(2).address,
};
const signer = account(1).address;

/** A slot as it stands after one quantity was signed under it. */
const slot = (number: number, largest = 2n, transactionID = `${number}`): IssuedSlot => ({
  number,
  transactionID,
  largest,
  settled: undefined,
  since: 7n,
});
const request = (number: number, qty = 2n, allowance = 2n ** 256n): SigningRequest => ({
  number,
  qty,
  allowance,
  since: 7n,
  signer,
});

interface Home extends AsyncDisposable {
  open(): Promise<AuthorizationStore>;
}

const homes = [
  { name: "FolderAuthorizations", create: createFolderHome },
  { name: "DatabaseAuthorizations", create: createDatabaseHome },
];

for (const { name, create } of homes) {
  describe(`${name}, as every store of authorisations`, () => {
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

    it("has no slots of a wallet without authorisations", async () => {
      expect(await store.issued(holder)).to.deep.equal([]);
    });

    it("keeps slots in order, also when it is opened again", async () => {
      const given = [slot(1), slot(2, 1n), slot(3, 2n ** 255n)];
      for (const one of given) {
        expect(await store.sign(holder, request(one.number, one.largest))).to.deep.equal(one);
      }
      expect(await store.issued(holder)).to.deep.equal(given);
      await store.close();
      store = await home.open();
      expect(await store.issued(holder)).to.deep.equal(given);
      expect(await store.sequence(holder)).to.deep.equal({ last: 3, signer });
      expect(await store.sign(holder, request(4))).to.deep.equal(slot(4));
    });

    it("keeps the largest quantity of a slot, in any order of signing", async () => {
      const largest = [];
      for (const qty of [1n, 20n, 3n]) {
        largest.push((await store.sign(holder, request(1, qty)))?.largest);
      }
      expect(largest).to.deep.equal([1n, 20n, 20n]);
      expect(await store.issued(holder)).to.deep.equal([slot(1, 20n)]);
    });

    it("opens one slot for simultaneous requests, with their largest quantity", async () => {
      const quantities = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
      const outcomes = await Promise.all(
        quantities.map((qty) => store.sign(holder, request(1, qty))),
      );
      expect(await store.issued(holder)).to.deep.equal([slot(1, 20n)]);
      for (const [index, outcome] of outcomes.entries()) {
        expect(outcome?.transactionID).to.equal("1");
        expect(Number(outcome?.largest)).to.be.at.least(index + 1);
      }
      expect(await store.sequence(holder)).to.deep.equal({ last: 1, signer });
    });

    it("signs nothing past the allowance, whatever the slots have become", async () => {
      await store.sign(holder, request(1, 3n, 5n));
      expect(await store.sign(holder, request(2, 3n, 5n))).to.equal(undefined);
      await store.sign(holder, request(2, 2n, 5n));
      expect(await store.sign(holder, request(1, 4n, 5n))).to.equal(undefined);
      expect(await store.sign(holder, request(1, 1n, 5n))).to.deep.equal(slot(1, 3n));
      expect(await store.sign(holder, request(4, 1n, 9n))).to.equal(undefined);
      expect(await store.issued(holder)).to.deep.equal([slot(1, 3n), slot(2)]);
      expect(await store.sequence(holder)).to.deep.equal({ last: 2, signer });
    });

    it("settles a slot once, at 1 to its largest quantity, and signs nothing more under it", async () => {
      await store.sign(holder, request(1, 3n));
      for (const qty of [0n, 4n]) {
        expect(await store.settle(holder, 1, qty)).to.deep.equal(slot(1, 3n));
      }
      const settled = { ...slot(1, 3n), settled: 2n };
      for (const qty of [2n, 1n, 3n]) {
        expect(await store.settle(holder, 1, qty)).to.deep.equal(settled);
      }
      expect(await store.sign(holder, request(1, 1n))).to.equal(undefined);
      expect(await store.sign(holder, request(2, 3n, 4n))).to.equal(undefined);
      expect(await store.sign(holder, request(2, 2n, 4n))).to.deep.equal(slot(2));
      await store.close();
      store = await home.open();
      expect(await store.issued(holder)).to.deep.equal([settled, slot(2)]);
    });

    it("has one sequence for each collection, across wallets and phases", async () => {
      const wallets = [2, 3, 4, 5].map((index) => ({ ...holder, minter: account(index).address }));
      const opened = await Promise.all(wallets.map((each) => store.sign(each, request(1))));
      const ids = opened.map((each) => Number(each?.transactionID)).sort();
      expect(ids).to.deep.equal([1, 2, 3, 4]);
      const elsewhere = { ...holder, contract: account(8).address };
      expect(await store.sequence(elsewhere)).to.deep.equal({ last: 0, signer: undefined });
      expect((await store.sign(elsewhere, request(1)))?.transactionID).to.equal("1");
      expect((await store.sign({ ...holder, phase: "Ash" }, request(1)))?.transactionID).to.equal(
        "5",
      );
    });

    it("advances the sequence, never moves it back, and stores the signer", async () => {
      await store.advance(holder, { last: 40, signer });
      await store.advance(holder, { last: 9, signer: account(9).address });
      expect(await store.sequence(holder)).to.deep.equal({ last: 40, signer: account(9).address });
      expect(await store.sign(holder, request(1))).to.deep.equal(slot(1, 2n, "41"));
      expect(await store.sequence(holder)).to.deep.equal({ last: 41, signer });
    });

    const others: Record<string, Partial<SlotHolder>> = {
      wallet: { minter: account(3).address },
      phase: { phase: "Ember " },
      contract: { contract: account(8).address },
      chain: { chainId: 1 },
    };
    for (const [what, change] of Object.entries(others)) {
      it(`keeps slots of each ${what} apart`, async () => {
        await store.sign(holder, request(1));
        expect(await store.issued({ ...holder, ...change })).to.deep.equal([]);
      });
    }

    it("finds a wallet by its address in lower case", async () => {
      await store.sign(holder, request(1));
      // Safety: the same address in lower case.
      const minter = holder.minter.toLowerCase() as SlotHolder["minter"];
      expect(await store.issued({ ...holder, minter })).to.deep.equal([slot(1)]);
    });

    for (const phase of ["", "../../Ember", "E'mber\"\\ \n🌵", "x".repeat(1_000), "砂\u0301"]) {
      it(`keeps phases of any name, such as ${JSON.stringify(phase.slice(0, 20))}`, async () => {
        await store.sign({ ...holder, phase }, request(1));
        expect(await store.issued({ ...holder, phase })).to.deep.equal([slot(1)]);
      });
    }
  });
}

describe("FolderAuthorizations", () => {
  let dataDir: string;
  let folder: string;
  let store: FolderAuthorizations;
  beforeEach(async () => {
    dataDir = await temporaryFolder();
    folder = authorizationFolder(dataDir);
    store = await FolderAuthorizations.open(dataDir);
  });

  it("removes temporary files of a crash, and keeps the rest", async () => {
    await store.sign(holder, request(1));
    await store.close();
    const names = await readdir(folder);
    await writeFile(
      join(folder, `${names[0]}.4a5b0c3e-0000-4000-8000-000000000000.tmp`),
      '{"slots":',
    );
    const reopened = await FolderAuthorizations.open(dataDir);
    expect(await readdir(folder)).to.deep.equal(names);
    expect(await reopened.issued(holder)).to.deep.equal([slot(1)]);
  });

  it("refuses to sign when its folder cannot be written, and stores nothing", async () => {
    await store.close();
    expect(await codeOf(store.sign(holder, request(1)))).to.equal("store.unavailable");
    expect(await store.issued(holder)).to.deep.equal([]);
  });

  it("rejects a file that names another wallet", async () => {
    await store.sign(holder, request(1));
    const name = await slotFileIn(folder);
    const other = { ...holder, minter: account(3).address };
    const content = JSON.stringify({ ...other, slots: [] });
    await writeFile(join(folder, name), content);
    expect(await codeOf(store.issued(holder))).to.equal("store.unavailable");
  });

  it("signs and returns nothing until it is reopened after a failed sync", async () => {
    await store.sign(holder, request(1));
    const restore = await breakFolderSync();
    expect(await codeOf(store.sign(holder, request(1, 3n)))).to.equal("store.unavailable");
    restore();
    expect(await codeOf(store.sign(holder, request(1, 3n)))).to.equal("store.unavailable");
    expect(await codeOf(store.issued(holder))).to.equal("store.unavailable");
    expect(await codeOf(store.sequence(holder))).to.equal("store.unavailable");
    const reopened = await FolderAuthorizations.open(dataDir);
    expect((await reopened.sign(holder, request(1, 4n)))?.largest).to.equal(4n);
  });

  it("finishes open requests before it closes", async () => {
    const signing = store.sign(holder, request(1));
    await store.close();
    expect(await signing).to.deep.equal(slot(1));
    expect(await codeOf(store.sign(holder, request(2)))).to.equal("store.unavailable");
  });

  it("rejects the settlement of a slot that does not exist", async () => {
    expect(await codeOf(store.settle(holder, 1, 1n))).to.equal("store.unavailable");
  });

  it("takes no number of another collection when the sequence's file is lost", async () => {
    const elsewhere = { ...holder, contract: account(8).address };
    await store.advance(elsewhere, { last: 40, signer });
    await store.sign(elsewhere, request(1));
    await store.sign(holder, request(1));
    for (const name of await readdir(folder)) {
      if (name.startsWith("sequence-")) await rm(join(folder, name));
    }
    expect(await store.sequence(holder)).to.deep.equal({ last: 1, signer: undefined });
  });

  it("reads all slots and sequences from a folder that is not open, and none from one that is missing", async () => {
    expect(await Array.fromAsync(readAuthorizations("/nowhere"))).to.deep.equal([]);
    expect(await Array.fromAsync(readSequences("/nowhere"))).to.deep.equal([]);
    await store.sign(holder, request(1));
    await store.settle(holder, 1, 1n);
    await writeFile(join(folder, "notes.json"), "mine");
    await writeFile(join(folder, "sequence-notes.json"), "mine");
    expect(await Array.fromAsync(readAuthorizations(dataDir))).to.deep.equal([
      { holder, slots: [{ ...slot(1), settled: 1n }] },
    ]);
    const { chainId, contract } = holder;
    expect(await Array.fromAsync(readSequences(dataDir))).to.deep.equal([
      { owner: { chainId, contract }, sequence: { last: 1, signer } },
    ]);
    const path = join(folder, await slotFileIn(folder));
    const kept = JSON.parse(await readFile(path, "utf8"));
    expect(kept.slots).to.deep.equal([{ transactionID: "1", qty: "2", since: "7", settled: "1" }]);
  });

  it("keeps the text IDs of an old file, and numbers the next slots", async () => {
    await store.sign(holder, request(1));
    const path = join(folder, await slotFileIn(folder));
    const old = { ...holder, slots: [{ transactionID: "Ember/0x3C/1", qty: "2" }] };
    await writeFile(path, JSON.stringify(old));
    const text = { ...slot(1, 2n, "Ember/0x3C/1"), since: 0n };
    expect(await store.issued(holder)).to.deep.equal([text]);
    expect(await store.sign(holder, request(1, 3n))).to.deep.equal({ ...text, largest: 3n });
    expect(await store.sign(holder, request(2))).to.deep.equal(slot(2, 2n, "2"));
  });

  it("continues after the last number when the sequence's file is lost", async () => {
    await store.advance(holder, { last: 11, signer });
    await store.sign(holder, request(1));
    const names = (await readdir(folder)).filter((name) => name.startsWith("sequence-"));
    for (const name of names) await rm(join(folder, name));
    expect(await store.sequence(holder)).to.deep.equal({ last: 12, signer: undefined });
    expect(await store.sign(holder, request(2))).to.deep.equal(slot(2, 2n, "13"));
  });
});

async function slotFileIn(folder: string): Promise<string> {
  return (await readdir(folder)).find((name) => !name.startsWith("sequence-")) ?? "";
}

describe("DatabaseAuthorizations", () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await borrowDatabase();
  });
  afterEach(() => database[Symbol.asyncDispose]());
  const open = () => DatabaseAuthorizations.open(database.url, silent);

  it("has one open ID, its largest quantity and one sequence for two processes", async () => {
    const stores = [await open(), await open()];
    for (let number = 1; number <= 5; number += 1) {
      const quantities = [1n, 4n, 2n, 3n];
      const outcomes = await Promise.all(
        quantities.flatMap((qty) =>
          stores.map((store) => store.sign(holder, request(number, qty))),
        ),
      );
      const ids = new Set(outcomes.map((outcome) => outcome?.transactionID));
      expect([...ids]).to.deep.equal([`${number}`]);
    }
    for (const store of stores) {
      const issued = await store.issued(holder);
      expect(issued.map(({ largest }) => largest)).to.deep.equal([4n, 4n, 4n, 4n, 4n]);
      await store.close();
    }
  });

  it("signs no more than the allowance for two processes together", async () => {
    const stores = [await open(), await open()];
    await stores[0]?.sign(holder, request(1, 1n, 5n));
    // The first process still sees ID 1 as unused, the second as used.
    await Promise.all([
      stores[0]?.sign(holder, request(1, 5n, 5n)),
      stores[1]?.sign(holder, request(2, 4n, 5n)),
    ]);
    const issued = (await stores[0]?.issued(holder)) ?? [];
    expect(issued.reduce((sum, { largest }) => sum + largest, 0n)).to.equal(5n);
    for (const store of stores) await store.close();
  });

  it("refuses to sign while the database is unreachable", async () => {
    const store = await open();
    const reopen = await database.shut();
    expect(await codeOf(store.sign(holder, request(1)))).to.equal("store.unavailable");
    await reopen();
    expect(await store.sign(holder, request(1))).to.deep.equal(slot(1));
    await store.close();
  });

  it("copies slots once, and rejects one that has another ID", async () => {
    const store = await open();
    const slots = [slot(1), { ...slot(2, 3n), settled: 1n }];
    for (let time = 0; time < 2; time += 1) await store.copy(holder, slots);
    expect(await store.issued(holder)).to.deep.equal(slots);
    const other = [slot(1, 2n, "other")];
    expect(await codeOf(store.copy(holder, other))).to.equal("store.unavailable");
    expect(await codeOf(store.settle(holder, 3, 1n))).to.equal("store.unavailable");
    expect(await store.issued(holder)).to.deep.equal(slots);
    await store.close();
  });

  it("uses no number twice, not even for a slot of the old version", async () => {
    const store = await open();
    const { chainId, contract, phase, minter } = holder;
    await database.query(`insert into mint_authorizations
      (chain_id, contract, phase, minter, number, transaction_id, qty) values
      (${chainId}, '${contract.toLowerCase()}', '${phase}', '${minter.toLowerCase()}', 1, 'Ember/1', 2)`);
    const text = { ...slot(1, 2n, "Ember/1"), since: 0n };
    expect(await store.issued(holder)).to.deep.equal([text]);
    expect(await store.sign(holder, request(1, 3n))).to.deep.equal({ ...text, largest: 3n });
    expect(await store.sign(holder, request(2))).to.deep.equal(slot(2, 2n, "1"));
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

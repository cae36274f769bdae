import { expect } from "chai";
import { pino } from "pino";
import { DatabaseAuthorizations } from "../../api/src/mint/databaseAuthorizations.ts";
import { FolderAuthorizations } from "../../api/src/mint/folderAuthorizations.ts";
import type { AuthorizationStore, SlotHolder } from "../../api/src/mint/store.ts";
import type { TestDatabase } from "../support/postgres.ts";
import { account, temporaryFolder } from "./apiFixture.ts";
import { borrowDatabase } from "./borrowedDatabase.ts";
import { holder, request, signer, slot } from "./mintSlots.ts";
import { codeOf } from "./narrativeDraft.ts";

const silent = pino({ level: "silent" });
interface StoreFixture extends AsyncDisposable {
  open(): Promise<AuthorizationStore>;
}

const stores = [
  { name: "FolderAuthorizations", create: createFolderFixture },
  { name: "DatabaseAuthorizations", create: createDatabaseFixture },
];

for (const { name, create } of stores) {
  describe(`${name}, like every authorisation store`, () => {
    let fixture: StoreFixture;
    let store: AuthorizationStore;
    beforeEach(async () => {
      fixture = await create();
      store = await fixture.open();
    });
    afterEach(async () => {
      await store.close();
      await fixture[Symbol.asyncDispose]();
    });

    it("has no slots for a wallet without authorisations", async () => {
      expect(await store.issued(holder)).to.deep.equal([]);
    });

    it("keeps slots in order, also when it is opened again", async () => {
      const given = [slot(1), slot(2, 1n), slot(3, 2n ** 255n)];
      for (const one of given) {
        expect(await store.sign(holder, request(one.number, one.largest))).to.deep.equal(one);
      }
      expect(await store.issued(holder)).to.deep.equal(given);
      await store.close();
      store = await fixture.open();
      expect(await store.issued(holder)).to.deep.equal(given);
      expect(await store.sequence(holder)).to.deep.equal({ last: 3, signer });
      expect(await store.sign(holder, request(4))).to.deep.equal(slot(4));
    });

    it("stores the signer of a sequence without numbers", async () => {
      await store.advance(holder, { last: 0, signer });
      await store.close();
      store = await fixture.open();
      expect(await store.sequence(holder)).to.deep.equal({ last: 0, signer });
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

    it("signs nothing above the allowance, whatever the state of the slots", async () => {
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
      store = await fixture.open();
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
      it(`keeps the slots of each ${what} separate`, async () => {
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

async function createFolderFixture(): Promise<StoreFixture> {
  const dataDir = await temporaryFolder();
  return {
    open: () => FolderAuthorizations.open(dataDir),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

async function createDatabaseFixture(): Promise<StoreFixture> {
  const database = await borrowDatabase();
  return {
    open: () => DatabaseAuthorizations.open(database.url, silent),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

import { mock } from "node:test";
import { expect } from "chai";
import { pino } from "pino";
import { z } from "zod";
import { DurableFile } from "../../../api/src/files/durableFile.ts";
import type { Records } from "../../../api/src/files/records.ts";
import {
  Authorizations,
  type IssuedSlot,
  type SigningRequest,
  type SlotHolder,
} from "../../../api/src/mint/authorizations.ts";
import { openRecords } from "../../../api/src/storage.ts";
import { account } from "../../support/api/apiFixture.ts";
import { borrowDatabase } from "../../support/api/borrowedDatabase.ts";
import { breakFolderSync } from "../../support/api/folderSync.ts";
import { codeOf } from "../../support/api/narrativeDraft.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

const silent = pino({ level: "silent" });
const signer = account(1).address;
const holder: SlotHolder = {
  chainId: 31_337,
  contract: account(9).address,
  phase: "Ember",
  minter: account(2).address,
};

const slot = (number: number, largest = 2n): IssuedSlot => ({
  transactionID: String(number),
  largest,
  since: 7n,
});
/** A request for the first slot, or a later one. */
const request = (slot: number, qty = 2n, allowance = 2n ** 256n): SigningRequest => ({
  index: slot - 1,
  qty,
  allowance,
  since: 7n,
  signer,
});

interface TemporaryLocation extends AsyncDisposable {
  dataDir: string;
  databaseUrl: string | undefined;
}

const locations: Record<string, () => Promise<TemporaryLocation>> = {
  "in a folder": async () => ({
    dataDir: await temporaryFolder(),
    databaseUrl: undefined,
    [Symbol.asyncDispose]: async () => undefined,
  }),
  "in a database": async () => {
    const database = await borrowDatabase();
    return { ...database, dataDir: "", databaseUrl: database.url };
  },
};

for (const [where, create] of Object.entries(locations)) {
  describe(`mint authorization record ${where}`, () => {
    let location: TemporaryLocation;
    let records: Records;
    let store: Authorizations;
    const open = async () => {
      records = await openRecords(location, silent);
      store = new Authorizations(records);
    };
    const reopen = async () => {
      await records.close();
      await open();
    };
    beforeEach(async () => {
      location = await create();
      await open();
    });
    afterEach(async () => {
      await records.close();
      await location[Symbol.asyncDispose]();
    });

    it("preserves slot order and sequence across a restart", async () => {
      expect(await store.issued(holder)).to.deep.equal([]);
      const given = [slot(1), slot(2, 1n), slot(3, 2n ** 255n)];
      for (const [index, one] of given.entries()) {
        expect(await store.sign(holder, request(index + 1, one.largest))).to.deep.equal(one);
      }
      await reopen();
      expect(await store.issued(holder)).to.deep.equal(given);
      expect(await store.sequence(holder)).to.deep.equal({ last: 3, signer });
      expect(await store.sign(holder, request(4))).to.deep.equal(slot(4));
    });

    it("opens one slot for simultaneous requests, with their largest quantity", async () => {
      const quantities = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
      await Promise.all(quantities.map((qty) => store.sign(holder, request(1, qty))));
      const [only, ...others] = await store.issued(holder);
      expect(others).to.deep.equal([]);
      expect(only?.largest).to.equal(20n);
    });

    it("changes a record once per request, even for a waiting request", async () => {
      const add = () => records.update(["count"], z.number(), (count = 0) => count + 1);
      const waiting = [add(), add(), add()];
      await waiting[0];
      await Promise.all([add(), ...waiting]);
      expect(await records.read(["count"], z.number())).to.equal(4);
    });

    it("applies queued changes in order, and reports a failure only to its caller", async () => {
      const append = (digit: number) =>
        records.update(["list"], z.array(z.number()), (list = []) => {
          if (digit === 2) throw new Error("Not two.");
          return [...list, digit];
        });
      const outcomes = await Promise.allSettled([1, 2, 3].map(append));
      expect(outcomes.map(({ status }) => status).join(" ")).to.equal(
        "fulfilled rejected fulfilled",
      );
      await append(4);
      expect(await records.read(["list"], z.array(z.number()))).to.deep.equal([1, 3, 4]);
    });

    it("stores one sequence per collection, which never decreases", async () => {
      const wallets = [2, 3, 4, 5].map((index) => ({ ...holder, minter: account(index).address }));
      const opened = await Promise.all(wallets.map((each) => store.sign(each, request(1))));
      const ids = opened.map((each) => Number(each?.transactionID)).sort();
      expect(ids).to.deep.equal([1, 2, 3, 4]);
      for (const elsewhere of [{ contract: account(8).address }, { chainId: 1 }]) {
        const opened = await store.sign({ ...holder, ...elsewhere }, request(1, 1n));
        expect(opened).to.deep.equal(slot(1, 1n));
      }
      const next = account(9).address;
      await store.advance(holder, { last: 9, signer });
      await store.advance(holder, { last: 5, signer: next });
      expect(await store.sequence(holder)).to.deep.equal({ last: 9, signer: next });
      await store.sign(holder, request(2));
      expect(await store.sequence(holder)).to.deep.equal({ last: 10, signer });
    });

    it("settles a slot once, within its signed quantity, and signs nothing more under it", async () => {
      for (const index of [1, 2]) await store.sign(holder, request(index));
      for (const qty of [0n, 3n]) expect(await store.settle(holder, 0, qty)).to.deep.equal(slot(1));
      const settled = { ...slot(1), settled: 1n };
      for (const qty of [1n, 2n]) expect(await store.settle(holder, 0, qty)).to.deep.equal(settled);
      expect(await store.sign(holder, request(1))).to.equal(undefined);
      // Three of the allowance of four are used: one is settled, two are signed.
      expect(await store.sign(holder, request(3, 2n, 4n))).to.equal(undefined);
      expect(await store.issued(holder)).to.deep.equal([settled, slot(2)]);
      expect(await store.sign(holder, request(3, 1n, 4n))).to.deep.equal(slot(3, 1n));
    });

    it("separates phases with any names, and finds a wallet in lowercase", async () => {
      const phases = ["", "../../Ember", "E'mber\"\\ \n🌵", "x".repeat(1_000)];
      for (const phase of phases) await store.sign({ ...holder, phase }, request(1));
      const minter = account(2).address.toLowerCase() as `0x${string}`;
      for (const [index, phase] of phases.entries()) {
        expect(await store.issued({ ...holder, phase, minter })).to.deep.equal([slot(index + 1)]);
      }
    });
  });
}

describe("folder sequence", () => {
  it("writes the sequence once for all wallets that wait for their numbers", async () => {
    const records = await openRecords(
      { dataDir: await temporaryFolder(), databaseUrl: undefined },
      silent,
    );
    const store = new Authorizations(records);
    const write = mock.method(DurableFile.prototype, "write");
    const wallets = [2, 3, 4, 5].map((index) => ({ ...holder, minter: account(index).address }));
    await Promise.all(wallets.map((each) => store.sign(each, request(1))));
    const kinds = write.mock.calls.map(({ arguments: [data] }) => Object(data).key[0]);
    write.mock.restore();
    expect(kinds).to.deep.equal(["sequence", "mint", "mint", "mint", "mint"]);
    await records.close();
  });
});

describe("mint authorization record after a failed sync", () => {
  it("rejects reads and changes until the store is reopened", async () => {
    const location = { dataDir: await temporaryFolder(), databaseUrl: undefined };
    let records = await openRecords(location, silent);
    let store = new Authorizations(records);
    await store.sign(holder, request(1, 1n));
    const restoreFileSync = await breakFolderSync("isFile");
    expect(await codeOf(store.sign(holder, request(1, 2n)))).to.equal("store.unavailable");
    restoreFileSync();
    expect((await store.issued(holder))[0]).to.include({ largest: 1n });
    const restoreSync = await breakFolderSync();
    const failed = await codeOf(store.sign(holder, request(1, 2n)));
    restoreSync();
    const codes = [
      failed,
      await codeOf(store.issued(holder)),
      await codeOf(store.sequence(holder)),
    ];
    expect(codes).to.deep.equal(Array(3).fill("store.unavailable"));
    await records.close();
    records = await openRecords(location, silent);
    store = new Authorizations(records);
    expect(await store.sign(holder, request(1))).to.include({ largest: 2n });
  });
});

describe("Authorizations in two processes with one database", () => {
  it("signs under one open ID, and at most the allowance in total", async () => {
    await using database = await borrowDatabase();
    const location = { dataDir: "", databaseUrl: database.url };
    const processes = await Promise.all([
      openRecords(location, silent),
      openRecords(location, silent),
    ]);
    const stores = processes.map((records) => new Authorizations(records));
    const signed = new Set<string>();
    for (let slot = 1; slot <= 5; slot += 1) {
      const requests = [1n, 2n].map((qty) => request(slot, qty, 6n));
      const signing = stores.flatMap((store) => requests.map((each) => store.sign(holder, each)));
      for (const slot of await Promise.all(signing)) if (slot) signed.add(slot.transactionID);
    }
    const [first, second] = await Promise.all(stores.map((store) => store.issued(holder)));
    expect(first).to.deep.equal(second);
    expect(first?.reduce((sum, { largest }) => sum + largest, 0n)).to.equal(6n);
    expect(first?.map(({ transactionID }) => transactionID)).to.deep.equal([...signed]);
    for (const records of processes) await records.close();
  });
});

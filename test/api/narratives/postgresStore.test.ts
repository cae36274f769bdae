import { isDeepStrictEqual } from "node:util";
import { expect } from "chai";
import { Client, type QueryResultRow } from "pg";
import { pino } from "pino";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import { DatabaseError } from "../../../api/src/files/database.ts";
import { createCheckpoints } from "../../../api/src/narratives/checkpoint.ts";
import { PostgresHeads } from "../../../api/src/narratives/postgres/heads.ts";
import { PostgresStore } from "../../../api/src/narratives/postgres/postgresStore.ts";
import { appendRevision, lockClock } from "../../../api/src/narratives/postgres/queries.ts";
import { draftValues } from "../../../api/src/narratives/postgres/rows.ts";
import {
  type Api,
  account,
  problemCodeOf,
  recordOf,
  signedSave,
  startApiFor,
  useFixture,
} from "../../support/api/apiFixture.ts";
import { borrowDatabase } from "../../support/api/borrowedDatabase.ts";
import { codeOf, draft } from "../../support/api/narrativeDraft.ts";
import { createTestDatabase, type TestDatabase } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

const silent = pino({ level: "silent" });
const owner = account(2);

// narrativeStore.test.ts tests the common behavior of all stores.
describe("PostgresStore", () => {
  let database: TestDatabase;
  afterEach(() => database[Symbol.asyncDispose]());

  const open = (options = "") => PostgresStore.open(`${database.url}?${options}`, silent);
  /** Begins a transaction on a separate connection. */
  const begin = async () => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query("begin");
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  };
  const untilWaiting = (count: number) =>
    until(async () => {
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await database.query(waiting)).length === count;
    });
  const failureOf = async (opening: Promise<PostgresStore>) => {
    const error = await opening.then((store) => store.close()).catch((error) => error);
    return error instanceof DatabaseError ? error.message : error;
  };

  describe("on its own database", () => {
    beforeEach(async () => {
      database = await createTestDatabase();
    });

    it("creates its tables once when several processes start together, and reads any number of stories", async () => {
      const stores = await Promise.all([open(), open(), open(), open()]);
      await Promise.all(stores.map((store) => store.close()));
      const [row] = await database.query("select count(*)::int as n from narrative_schema");
      expect(row).to.deep.equal({ n: 1 });
      await database.query(`insert into narrative_heads
        select i, 1, '', '0x', now(), true, i from generate_series(1, 2001) as i`);
      const store = await open();
      expect((await store.stories()).count()).to.equal(2_001);
      await store.close();
    });

    it("rejects saves and the readiness check while the database is unreachable or read-only", async () => {
      const name = new URL(database.url).pathname.slice(1);
      const store = await open();
      await database.query(`alter database ${name} set default_transaction_read_only = on`);
      const reopen = await database.shut();
      expect(await codeOf(store.check())).to.equal("store.unavailable");
      await reopen();
      expect((await store.stories()).list()).to.deep.equal([]);
      expect(await codeOf(store.check())).to.equal("store.unavailable");
      expect(await codeOf(store.save(draft("1", "One.")))).to.equal("store.unavailable");
      await store.close();
    });

    for (const style of ["German", "SQL, DMY", "Postgres, MDY"]) {
      it(`saves and reads times correctly with DateStyle ${style}`, async () => {
        const name = new URL(database.url).pathname.slice(1);
        await database.query(`alter database ${name} set datestyle = ${style};
          alter database ${name} set timezone = 'Asia/Kathmandu'`);
        const first = await open();
        const saved = await first.save(draft("1", "One."));
        await first.hideList.hide("2", "spam", "2026-02-03T04:05:06.789Z");
        await first.close();
        const [row] = await database.query(
          "select (extract(epoch from saved_at) * 1000)::float8 as instant from narrative_heads",
        );
        const second = await open();
        const record = await second.find("1");
        expect(saved).to.deep.equal({ kind: "saved", record });
        expect(Date.parse(record?.savedAt ?? "")).to.equal(row?.instant);
        expect((await second.stories()).list()[0]).to.have.property("savedAt", record?.savedAt);
        expect(await second.hideList.entries()).to.deep.equal([
          { drifterId: "2", reason: "spam", hiddenAt: "2026-02-03T04:05:06.789Z" },
        ]);
        await second.close();
      });
    }

    it("reads stories from a standby with a read-only role", async () => {
      const name = new URL(database.url).pathname.slice(1);
      const writer = await open();
      await writer.save(draft("1", "One."));
      await writer.close();
      await database.query(`create role ${name}_reader;
        grant select on all tables in schema public to ${name}_reader`);
      const options = `-c role=${name}_reader -c default_transaction_read_only=on`;
      const reader = await open(`options=${encodeURIComponent(options)}`);
      const revisions = await Array.fromAsync(reader.revisions());
      expect(revisions.map(({ narrative }) => narrative)).to.deep.equal(["One."]);
      expect(await reader.hideList.entries()).to.deep.equal([]);
      await reader.close();
      await database.query(`drop owned by ${name}_reader; drop role ${name}_reader`);
    });

    it("rereads everything from a database that lost commits, even after later commits", async () => {
      const store = await open();
      const { heads } = createCheckpoints(store);
      for (const text of ["One.", "Two."]) await store.save(draft("1", text));
      await store.save(draft("2", "Lost."));
      expect(await heads()).to.have.length(2);
      await database.query(`
        delete from narrative_revisions where revision = 2 or drifter_id = '2';
        delete from narrative_heads where drifter_id = '2';
        update narrative_heads set revision = 1, position = 1;
        update narrative_clock set position = 1`);
      expect(await store.find("1")).to.include({ narrative: "One." });
      const listed = async () => (await store.stories()).list().map(({ drifterId }) => drifterId);
      expect(await listed()).to.deep.equal(["1"]);
      expect((await store.stories()).changedSince(3)).to.have.members(["1", "2"]);
      expect((await heads()).map(({ revision }) => revision)).to.deep.equal([1]);
      // Restores the tables, then advances their clock past the position that the store has read.
      await database.query(`
        create table restored as select is_only, 9::bigint as position, saved_at from narrative_clock;
        drop table narrative_clock;
        alter table restored rename to narrative_clock;
        insert into narrative_heads
          select '3', 1, '', author, saved_at, true, 9 from narrative_heads;
        insert into narrative_hidden values ('1', 'spam', now())`);
      await until(async () => isDeepStrictEqual(await listed(), ["3"]));
      // Only this story's text is missing, so only this story is unreadable.
      expect(await codeOf(store.find("3"))).to.equal("store.unavailable");
      await store.close();
    });

    it("rejects a database with a different version, and reports what to do", async () => {
      await (await open()).close();
      await database.query("update narrative_schema set version = 99");
      expect(await failureOf(open())).to.include("Run the version that wrote it");
    });

    it("rejects a database that is not UTF-8", async () => {
      await using latin = await createTestDatabase("LATIN1");
      const failure = await failureOf(PostgresStore.open(latin.url, silent));
      expect(failure).to.include("LATIN1").and.include("UTF8");
    });

    it("rejects a database with synchronous_commit off", async () => {
      const name = new URL(database.url).pathname.slice(1);
      await database.query(`alter database ${name} set synchronous_commit = off`);
      expect(await failureOf(open())).to.include("synchronous_commit");
    });
  });

  it("hides a drifter from every process during a concurrent first save", async () => {
    database = await createTestDatabase();
    const store = await open();
    await using saving = await begin();
    const values = ["9", 0, narrativeHash("New."), ...draftValues(draft("9", "New."))];
    await saving.query({ ...appendRevision, values });
    const hiding = store.hideList.hide("9", "a test");
    await untilWaiting(1);
    await saving.query("commit");
    await hiding;
    // Stores read only heads past their last position, so this head must have the latest one.
    const positions =
      "select head.position - clock.position as behind from narrative_heads as head, narrative_clock as clock";
    expect(await database.query(positions)).to.deep.equal([{ behind: "0" }]);
    await store.close();
  });

  describe("two processes on one database", () => {
    let first: PostgresStore;
    let second: PostgresStore;
    beforeEach(async () => {
      database = await borrowDatabase();
      // At this isolation level, the database rejects the second of two conflicting transactions.
      const options = "options=-c%20default_transaction_isolation%3Dserializable";
      [first, second] = [await open(options), await open(options)];
    });
    afterEach(async () => {
      await first.close();
      await second.close();
    });

    it("stores a text once when both processes receive it at the same time", async () => {
      for (let round = 0; round < 3; round += 1) {
        const given = draft("1", `Telling ${round}.`);
        await using blocking = await begin();
        await blocking.query(lockClock);
        const saves = Promise.all([first.save(given), second.save(given)]);
        // Both processes have checked that the text is new.
        await untilWaiting(2);
        await blocking.query("commit");
        const outcomes = await saves;
        expect(outcomes.map(({ kind }) => kind)).to.have.members(["saved", "unchanged"]);
        const lists = await Promise.all([first.stories(), second.stories()]);
        expect(lists.map((list) => list.revisions())).to.deep.equal(Array(2).fill(2 * round + 1));
        await first.save(draft("1", `Retelling ${round}.`));
        expect(await second.wasReplaced("1", narrativeHash(given.narrative))).to.equal(true);
        expect((await second.stories()).revisions()).to.equal(2 * round + 2);
      }
      expect(await Array.fromAsync(first.history("1"))).to.have.length(6);
    });
  });

  describe("two services on one database", () => {
    const fixture = useFixture();
    let first: Api;
    let second: Api;
    beforeEach(async () => {
      database = await borrowDatabase();
      first = await startApiFor(fixture, { databaseUrl: database.url });
      second = await startApiFor(fixture, { databaseUrl: database.url });
    });
    afterEach(async () => {
      await first.close();
      await second.close();
    });

    it("[D9] shows each service's saves in the other service", async () => {
      const drifterId = await fixture.giveToken(owner.address);
      const path = `/api/narrative/${drifterId}`;
      const saveAt = async (turn: number) =>
        (turn % 2 === 0 ? first : second).save(
          await signedSave(owner, drifterId, `Telling ${turn}.`),
        );
      for (let turn = 0; turn < 6; turn += 1) {
        const saved = await recordOf(await saveAt(turn));
        expect(saved).to.have.property("revision", turn + 1);
        for (const each of [first, second]) {
          await until(async () => isDeepStrictEqual(await (await each.get(path)).json(), saved));
        }
      }
      // As many saves as two services handle concurrently, so that none is queued.
      const turns = Array.from({ length: 16 }, (_, index) => 6 + index);
      const statuses = await Promise.all(turns.map(async (turn) => (await saveAt(turn)).status));
      expect(statuses).to.deep.equal(turns.map(() => 200));
      expect(await (await first.get(`${path}/history`)).json()).to.have.length(22);
    });

    it("stores a save once when a proxy sends it to both, and returns equal responses", async () => {
      const drifterId = await fixture.giveToken(owner.address);
      const contentOf = async (response: Response) => ({
        status: response.status,
        etag: response.headers.get("etag"),
        body: await response.json(),
      });
      let condition: Record<string, string> = {};
      for (const narrative of ["First telling.", "Second telling."]) {
        const save = await signedSave(owner, drifterId, narrative);
        const content = await contentOf(await first.save(save, condition));
        expect(content.status).to.equal(200);
        // With the save's ETag, and after rejecting a save, the second service serves no older story.
        const path = `/api/narrative/${drifterId}`;
        expect((await second.revalidate(path, content.etag)).status).to.equal(304);
        expect(await contentOf(await second.save(save, condition))).to.deep.equal(content);
        condition = { "if-match": content.etag ?? "" };
      }
      const save = await signedSave(owner, drifterId, "Third telling.");
      const both = [first, second].map(async (each) => contentOf(await each.save(save, condition)));
      const [one, other] = await Promise.all(both);
      expect(one?.status).to.equal(200);
      expect(other).to.deep.equal(one);
      const history = await first.get(`/api/narrative/${drifterId}/history`);
      expect(await history.json()).to.have.length(3);
    });

    it("[S7.11] [S7.14] returns 503 with Retry-After while the database is unreachable", async () => {
      const drifterId = await fixture.giveToken(owner.address);
      const path = `/api/narrative/${drifterId}`;
      const saved = await recordOf(await first.save(await signedSave(owner, drifterId, "Before.")));
      const request = await signedSave(owner, drifterId, "Not now.");
      const reopen = await database.shut();
      await until(async () => (await first.get("/api/narrative")).status === 503);
      for (const response of [
        await first.get("/api/narrative"),
        await first.get(path),
        await first.get(`${path}/history`),
        await first.save(request),
      ]) {
        expect(Number(response.headers.get("retry-after"))).to.be.greaterThan(0);
        expect(response.headers.get("etag")).to.equal(null);
        expect(await problemCodeOf(response)).to.equal("503 store.unavailable");
      }
      await reopen();
      expect(await recordOf(await first.get(path))).to.deep.equal(saved);
      expect((await first.save(request)).status).to.equal(200);
    });
  });
});

describe("PostgresHeads", () => {
  it("queries again for a caller that arrives during a query", async () => {
    const queries: PromiseWithResolvers<object[]>[] = [];
    const none = () => undefined;
    const query = <Row extends QueryResultRow>() => {
      const one = Promise.withResolvers<object[]>();
      queries.push(one);
      return one.promise as Promise<Row[]>;
    };
    const heads = new PostgresHeads({ query, onChange: none, onLogReset: none });
    const first = heads.newest();
    await until(async () => queries.length === 1);
    const second = heads.newest();
    // The first query started before the change.
    queries[0]?.resolve([{ drifter_id: null, position: null, clock: "0", epoch: "1" }]);
    await first;
    const author = account(1).address;
    const head = { drifter_id: "7", revision: 1, is_story: true, author, position: "1" };
    const log = { clock: "1", epoch: "1" };
    queries[1]?.resolve([{ ...head, ...log, saved_at: new Date(0), is_hidden: true }]);
    expect((await second).isHidden("7")).to.equal(true);
    heads.close();
  });
});

import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { PostgresHeads } from "../../api/src/narratives/postgresHeads.ts";
import { headsInOneQuery } from "../../api/src/narratives/postgresQueries.ts";
import type { ChangedHeadRow } from "../../api/src/narratives/postgresRows.ts";

const rowAt = (position: number, revision = position): ChangedHeadRow => ({
  drifter_id: String(position % 3),
  revision,
  is_story: true,
  is_hidden: false,
  author: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  saved_at: new Date(position),
  position: String(position),
});

describe("PostgresHeads", () => {
  let now: number;
  let rows: ChangedHeadRow[];
  /** Positions of which the changes since were queried. */
  let asked: unknown[];
  /** Resolves when the database responds. */
  let response: Promise<void> | undefined;
  let announce: ((position: string) => void) | undefined;
  let heads: PostgresHeads;
  afterEach(() => mock.restoreAll());
  beforeEach(async () => {
    now = 0;
    mock.method(performance, "now", () => now);
    rows = [rowAt(1)];
    asked = [];
    response = undefined;
    announce = undefined;
    heads = new PostgresHeads({
      async ask(_query, [position]) {
        asked.push(position);
        await response;
        // Safety: the rows of the only query.
        return rows.splice(0, headsInOneQuery) as never;
      },
      listen(onChange) {
        announce = onChange;
      },
      longestWaitMilliseconds: 20,
    });
    await heads.current();
    asked = [];
  });
  const revisionOf = async (id: string) => (await heads.current()).get(id)?.item.revision;

  it("answers without a query for 100 ms, and then with the changes since", async () => {
    now = 10;
    rows = [rowAt(4)];
    expect(await revisionOf("1")).to.equal(1);
    expect(heads.known()?.get("1")?.item.revision).to.equal(1);
    expect(asked).to.deep.equal([]);
    now = 101;
    expect(heads.known()).to.equal(undefined);
    expect(await revisionOf("1")).to.equal(4);
    expect(asked).to.deep.equal(["1"]);
  });

  it("queries at once for a revision that it does not have, but for no other", async () => {
    rows = [rowAt(4)];
    for (const revision of [0, 1]) {
      expect((await heads.atLeast("1", revision)).get("1")?.item.revision).to.equal(1);
    }
    expect(asked).to.deep.equal([]);
    expect((await heads.atLeast("1", 4)).get("1")?.item.revision).to.equal(4);
    expect(asked).to.deep.equal(["1"]);
  });

  it("queries at the next read once it has expired", async () => {
    rows = [rowAt(4)];
    heads.expire();
    expect(heads.known()).to.equal(undefined);
    expect(await revisionOf("1")).to.equal(4);
  });

  it("queries for announced changes, unless it has them", async () => {
    now = 30;
    await heads.current();
    expect(announce).to.be.a("function");
    await heads.newest();
    asked = [];
    now = 45;
    announce?.("1");
    await setImmediate();
    expect(asked).to.deep.equal([]);
    rows = [rowAt(4)];
    announce?.("4");
    await setImmediate();
    expect(asked).to.deep.equal(["1"]);
    expect(heads.known()?.get("1")?.item.revision).to.equal(4);
  });

  it("refuses reads while the database hangs, and answers them once it responds", async () => {
    now = 101;
    const query = Promise.withResolvers<void>();
    response = query.promise;
    const refusal = await heads.current().catch((error) => error);
    expect(refusal).to.include({ code: "store.unavailable" });
    expect(await heads.atLeast("1", 2).catch(({ code }) => code)).to.equal("store.unavailable");
    rows = [rowAt(4)];
    query.resolve();
    expect(await revisionOf("1")).to.equal(4);
  });

  it("loads more changes than fit into one query, in the order of their positions", async () => {
    rows = Array.from({ length: headsInOneQuery + 1 }, (_, index) => rowAt(index + 2));
    now = 200;
    await heads.current();
    expect(asked).to.deep.equal(["1", String(headsInOneQuery + 1)]);
    const last = headsInOneQuery + 2;
    expect(await revisionOf(String(last % 3))).to.equal(last);
  });
});

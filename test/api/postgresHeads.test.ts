import { mock } from "node:test";
import { expect } from "chai";
import { PostgresHeads } from "../../api/src/narratives/postgresHeads.ts";
import { headsInOneQuery } from "../../api/src/narratives/postgresQueries.ts";
import { type ChangedHeadRow, headOf } from "../../api/src/narratives/postgresRows.ts";

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
  let announce: () => void;
  let heads: PostgresHeads;
  afterEach(() => {
    heads.close();
    mock.restoreAll();
    mock.timers.reset();
  });
  beforeEach(async () => {
    now = 0;
    mock.method(performance, "now", () => now);
    mock.timers.enable({ apis: ["setInterval"] });
    rows = [rowAt(1)];
    asked = [];
    response = undefined;
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
    await heads.newest();
    asked = [];
  });
  const revisionOf = async (id: string) => (await heads.current()).get(id)?.item.revision;
  const settled = () => new Promise(setImmediate);

  for (const [what, happens] of [
    ["when the database announces a change", () => announce()],
    ["once a second", () => mock.timers.tick(1_000)],
  ] as const) {
    it(`loads changes ${what}`, async () => {
      rows = [rowAt(4)];
      const { version } = heads;
      expect(await revisionOf("1")).to.equal(1);
      happens();
      await settled();
      expect(await revisionOf("1")).to.equal(4);
      expect(asked).to.deep.equal(["1"]);
      expect(heads.version).to.equal(version + 1);
    });
  }

  it("has what this process saved at once, and keeps it when an older response arrives", async () => {
    const query = Promise.withResolvers<void>();
    response = query.promise;
    rows = [rowAt(4)];
    announce();
    await settled();
    heads.place(headOf(rowAt(7)));
    expect(await revisionOf("1")).to.equal(7);
    query.resolve();
    await settled();
    expect(await revisionOf("1")).to.equal(7);
  });

  it("refuses reads once the database has hung for two seconds, until it responds", async () => {
    const query = Promise.withResolvers<void>();
    response = query.promise;
    now = 1_999;
    expect(await revisionOf("1")).to.equal(1);
    now = 2_000;
    const refusal = await heads.current().catch((error) => error);
    expect(refusal).to.include({ code: "store.unavailable" });
    rows = [rowAt(4)];
    query.resolve();
    expect(await revisionOf("1")).to.equal(4);
  });

  it("counts a failed query as a change, as there may be one", async () => {
    const { version } = heads;
    response = Promise.reject(new Error("The database is gone."));
    announce();
    await settled();
    expect(heads.version).to.equal(version + 1);
  });

  it("loads more changes than fit into one query, in the order of their positions", async () => {
    rows = Array.from({ length: headsInOneQuery + 1 }, (_, index) => rowAt(index + 2));
    await heads.newest();
    expect(asked).to.deep.equal(["1", String(headsInOneQuery + 1)]);
    const last = headsInOneQuery + 2;
    expect(await revisionOf(String(last % 3))).to.equal(last);
  });
});

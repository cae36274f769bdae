import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { ConfirmedMemory } from "../../api/src/narratives/confirmedMemory.ts";

describe("ConfirmedMemory", () => {
  let now: number;
  let memory: ConfirmedMemory;
  /** Queries that were sent, with the functions that end them. */
  let queries: { sentAt: number; succeed: () => void; fail: (error: Error) => void }[];
  let uses: number;
  beforeEach(() => {
    now = 1_000;
    queries = [];
    uses = 0;
    memory = new ConfirmedMemory({
      load: () =>
        new Promise((resolve, reject) => {
          queries.push({ sentAt: now, succeed: resolve, fail: reject });
        }),
      onUse: () => {
        uses += 1;
      },
    });
    mock.method(performance, "now", () => now);
  });
  afterEach(() => mock.restoreAll());

  const succeed = async () => {
    queries.at(-1)?.succeed();
    await setImmediate();
  };
  const confirm = async () => {
    const confirmed = memory.confirm();
    await setImmediate();
    await succeed();
    await confirmed;
  };
  const answersAfter = (milliseconds: number) => {
    now += milliseconds;
    return memory.mayAnswer();
  };

  it("answers only after its first confirmation", async () => {
    expect(memory.mayAnswer()).to.equal(false);
    await confirm();
    expect(memory.mayAnswer()).to.equal(true);
  });

  it("answers until 100 ms after the confirming query was sent, however long that took", async () => {
    const confirmed = memory.confirm();
    await setImmediate();
    now += 60;
    await succeed();
    await confirmed;
    expect(answersAfter(40)).to.equal(true);
    expect(answersAfter(0.001)).to.equal(false);
  });

  it("does not answer when the process is continued after being stopped, until it is confirmed again", async () => {
    await confirm();
    expect(answersAfter(30)).to.equal(true);
    await setImmediate();
    // The response to the query above arrives after the stop.
    now += 10_000;
    await succeed();
    expect(memory.mayAnswer()).to.equal(false);
    await confirm();
    expect(memory.mayAnswer()).to.equal(true);
  });

  it("is confirmed by reads every 25 ms, with one query at a time, and not without reads", async () => {
    await confirm();
    for (const [after, sent] of [
      [24, 1],
      [1, 2],
      [50, 2],
    ] as const) {
      expect(answersAfter(after)).to.equal(true);
      await setImmediate();
      expect(queries).to.have.length(sent);
    }
    await succeed();
    now += 3_600_000;
    await setImmediate();
    expect(queries).to.have.length(2);
  });

  it("does not answer after 100 ms while a confirmation gets no response", async () => {
    await confirm();
    expect(answersAfter(99)).to.equal(true);
    await setImmediate();
    expect(queries).to.have.length(2);
    expect(answersAfter(2)).to.equal(false);
    now += 3_000;
    await succeed();
    expect(memory.mayAnswer()).to.equal(false);
  });

  it("is confirmed early on news while it is read, at most every 10 ms", async () => {
    await confirm();
    expect(answersAfter(5)).to.equal(true);
    memory.noteNews();
    now += 4;
    memory.noteNews();
    expect(memory.mayAnswer()).to.equal(true);
    await setImmediate();
    expect(queries).to.have.length(1);
    expect(answersAfter(1)).to.equal(true);
    await setImmediate();
    expect(queries).to.have.length(2);
    await succeed();
    now += 10;
    memory.noteNews();
    await setImmediate();
    expect(queries).to.have.length(3);
    await succeed();
    // Not read for 100 ms.
    now += 91;
    memory.noteNews();
    await setImmediate();
    expect(queries).to.have.length(3);
  });

  it("does not answer once it has expired, not even after a query that was sent before", async () => {
    await confirm();
    memory.expire();
    expect(memory.mayAnswer()).to.equal(false);
    const early = memory.confirm();
    await setImmediate();
    memory.expire();
    await succeed();
    await early;
    expect(memory.mayAnswer()).to.equal(false);
    await confirm();
    expect(memory.mayAnswer()).to.equal(true);
  });

  it("confirms all callers during a query with the next one", async () => {
    const first = memory.confirm();
    await setImmediate();
    now += 1;
    const others = [memory.confirm(), memory.confirm()];
    await succeed();
    expect(queries.map(({ sentAt }) => sentAt)).to.deep.equal([1_000, 1_001]);
    await succeed();
    await Promise.all([first, ...others]);
  });

  it("answers until its time is up when confirmations fail, and again after one that does not", async () => {
    await confirm();
    expect(answersAfter(30)).to.equal(true);
    await setImmediate();
    queries.at(-1)?.fail(new Error("The connection was lost."));
    await setImmediate();
    expect(answersAfter(70)).to.equal(true);
    await setImmediate();
    queries.at(-1)?.fail(new Error("It is still lost."));
    expect(answersAfter(1)).to.equal(false);
    const failing = memory.confirm().catch(({ message }) => message);
    await setImmediate();
    queries.at(-1)?.fail(new Error("It is still lost."));
    expect(await failing).to.equal("It is still lost.");
    await confirm();
    expect(memory.mayAnswer()).to.equal(true);
  });

  it("reports its use once, when the first read comes some time after a confirmation", async () => {
    await confirm();
    expect([answersAfter(24), uses]).to.deep.equal([true, 0]);
    expect([answersAfter(1), uses]).to.deep.equal([true, 1]);
    await setImmediate();
    await succeed();
    expect([answersAfter(60), uses]).to.deep.equal([true, 1]);
  });
});

import { expect } from "chai";
import { numberToHex } from "viem";
import { BehindError, type Block, LatestBlock } from "../../../api/src/rpc/latestBlock.ts";

/** Both clocks start at this time, in milliseconds. */
const start = 1_000_000_000;

const blockOf = (number: number, timestamp = start / 1_000): Block => ({
  number: BigInt(number),
  hash: numberToHex(number, { size: 32 }),
  timestamp,
});

/** The newest block of a chain whose block 7 was made when the clocks started. */
function create(blockMilliseconds: number | undefined, skew = 0) {
  const clock = { now: 0 };
  const chain = {
    questions: 0,
    shared: 0,
    answer: async (): Promise<Block> => blockOf(7),
  };
  const latest = new LatestBlock({
    ask: () => {
      chain.questions += 1;
      return chain.answer();
    },
    blockMilliseconds,
    findBlockMilliseconds: async () => 12_000,
    onShared: () => {
      chain.shared += 1;
    },
    now: () => clock.now,
    wallClock: () => start + skew + clock.now,
  });
  const numberAt = async (now: number) => {
    clock.now = now;
    return Number((await latest.read()).number);
  };
  return { latest, chain, clock, numberAt };
}

describe("LatestBlock", () => {
  it("is asked for once by all who read it at the same time", async () => {
    const { latest, chain } = create(12_000);
    const reads = await Promise.all(Array.from({ length: 100 }, () => latest.read()));
    expect(new Set(reads.map(({ number }) => number))).to.deep.equal(new Set([7n]));
    expect(chain).to.include({ questions: 1, shared: 99 });
  });

  for (const { name, setting, skew, until } of [
    {
      name: "until a quarter of a block time after the next one is due",
      setting: 12_000,
      until: 15_000,
    },
    { name: "by the chain's own block time if none is set", setting: undefined, until: 15_000 },
    {
      name: "for a quarter of a block time if the clock is fast",
      setting: 12_000,
      skew: 60_000,
      until: 3_000,
    },
    {
      name: "for 1.25 block times at most if the clock is slow",
      setting: 12_000,
      skew: -60_000,
      until: 15_000,
    },
    { name: "for a second at least", setting: 1_000, skew: 60_000, until: 1_000 },
  ]) {
    it(`is used ${name}`, async () => {
      const { chain, numberAt } = create(setting, skew);
      await numberAt(0);
      chain.answer = async () => blockOf(8);
      expect(await numberAt(until - 1)).to.equal(7);
      expect(await numberAt(until)).to.equal(8);
      expect(chain.questions).to.equal(2);
    });
  }

  it("is asked for once a quarter of a block time while the next one is late", async () => {
    const { chain, numberAt } = create(12_000);
    await numberAt(0);
    for (const now of [15_000, 17_999, 18_000, 20_999]) await numberAt(now);
    expect(chain.questions).to.equal(3);
  });

  it("is asked for by each read with a block time of 0, and may then have a lower number", async () => {
    const { latest, chain, numberAt } = create(0);
    expect(await numberAt(0)).to.equal(7);
    chain.answer = async () => blockOf(2);
    expect(await numberAt(0)).to.equal(2);
    expect(latest.leastNumber).to.equal(0n);
    expect(latest.kept).to.equal(undefined);
  });

  it("is asked for after a fresh read has begun, once for all that wait", async () => {
    const { latest, chain, clock } = create(12_000);
    const first = Promise.withResolvers<Block>();
    chain.answer = () => first.promise;
    const early = latest.read();
    clock.now = 1;
    const fresh = [latest.read({ isFresh: true }), latest.read({ isFresh: true })];
    const joining = latest.read();
    await Promise.resolve();
    expect(chain.questions).to.equal(1);
    chain.answer = async () => blockOf(8);
    first.resolve(blockOf(7));
    expect(await early).to.include({ number: 7n, mayBeOutdated: false });
    expect(await joining).to.include({ number: 7n, mayBeOutdated: true });
    for (const read of await Promise.all(fresh)) {
      expect(read).to.include({ number: 8n, mayBeOutdated: false });
    }
    expect(chain.questions).to.equal(2);
  });

  it("is asked for again after a failure, which fails only those who waited for it", async () => {
    const { latest, chain } = create(12_000);
    chain.answer = () => Promise.reject(new Error("No chain"));
    const failures = await Promise.allSettled([latest.read(), latest.read()]);
    expect(failures.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(chain.questions).to.equal(1);
    chain.answer = async () => blockOf(7);
    expect(await latest.read()).to.include({ number: 7n });
    expect(await latest.read()).to.include({ mayBeOutdated: true });
    latest.forget();
    expect(await latest.read()).to.include({ mayBeOutdated: false });
  });

  it("stays the same for 30 s while all endpoints are behind it, and is then unknown", async () => {
    const { latest, chain, numberAt } = create(12_000);
    await numberAt(0);
    expect(latest.leastNumber).to.equal(7n);
    chain.answer = () => Promise.reject(new BehindError(5n, 7n));
    expect(await numberAt(15_000)).to.equal(7);
    expect(await numberAt(29_999)).to.equal(7);
    const failure = await numberAt(33_000).catch((error) => error);
    expect(failure.message).to.equal(
      "The RPC endpoint is behind: its newest block is 5, but 7 exists already.",
    );
  });
});

import { expect } from "chai";
import { pino } from "pino";
import { createMintedDrifters } from "../../api/src/minted/mintedDrifters.ts";
import { createRanges, type MintedRanges } from "../../api/src/minted/mintedRanges.ts";
import type { SavedRanges } from "../../api/src/minted/savedRanges.ts";
import { ApiError } from "../../api/src/problem.ts";

const life = 1_000;

/** What a chain of these minted IDs, from 1 on, returns. */
const minted = (count: number) => ({
  blockNumber: BigInt(count),
  blockHash: "0x00" as const,
  phases: [{ phase: "First", start: 1n, end: BigInt(count) + 1n }],
});

const rangesOf = (count: number) => createRanges(BigInt(count), minted(count).phases);

/** Which drifters are minted, on a stubbed chain, clock and disk. */
function open({
  saved,
  lifeMilliseconds = life,
}: {
  saved?: number;
  lifeMilliseconds?: number;
} = {}) {
  const lines: string[] = [];
  const world = {
    time: 0,
    reads: 0,
    chain: async () => minted(1),
    disk: saved === undefined ? undefined : rangesOf(saved),
    writes: [] as MintedRanges[],
    lines,
  };
  const disk: SavedRanges = {
    read: async () => world.disk,
    write: async (ranges) => void world.writes.push(ranges),
    close: async () => undefined,
  };
  const drifters = createMintedDrifters({
    chain: {
      readMinted() {
        world.reads += 1;
        return world.chain();
      },
    },
    saved: disk,
    logger: pino({}, { write: (line) => lines.push(JSON.parse(line).msg) }),
    lifeMilliseconds,
    timeoutMilliseconds: { known: 1_000, unknown: 3_000 },
    now: () => world.time,
  });
  return { ...drifters, world, disk };
}

const hanging = () => new Promise<never>(() => {});
const failing = () => Promise.reject(new ApiError("chain.unavailable"));
/** Lets a request reach the chain. */
const asked = () => new Promise(setImmediate);
/** What a request returns without waiting for anything. */
const atOnce = (request: Promise<unknown>) =>
  Promise.race([request, asked().then(() => "It waits.")]);
const codeOf = (request: Promise<unknown>) => request.catch((error) => error.code);

describe("MintedDrifters", () => {
  it("reads the chain once a life, for any number of requests", async () => {
    const { isMinted, world } = open();
    const ids = ["1", "2", "3", "1", "2"];
    expect(await Promise.all(ids.map(isMinted))).to.deep.equal([true, false, false, true, false]);
    for (const id of ids) await isMinted(id);
    expect(world.reads).to.equal(1);
    world.time = life;
    await Promise.all(ids.map(isMinted));
    expect(world.reads).to.equal(2);
  });

  it("has a version that rises when the ranges change, and refreshes them in the background", async () => {
    const { current, version, refresh, world } = open();
    await current();
    const before = version();
    world.chain = async () => minted(2);
    refresh();
    await asked();
    expect(version()).to.equal(before);
    world.time = life;
    refresh();
    await asked();
    expect(version()).to.be.above(before);
  });

  it("says that a drifter is minted as soon as the life has passed", async () => {
    const { isMinted, world } = open();
    expect(await isMinted("2")).to.equal(false);
    world.chain = async () => minted(2);
    world.time = life;
    expect(await isMinted("2")).to.equal(true);
  });

  it("reads again for a drifter that is minted during a read", async () => {
    const { isMinted, current, world } = open({ lifeMilliseconds: 0 });
    const first = Promise.withResolvers<ReturnType<typeof minted>>();
    world.chain = () => first.promise;
    void current();
    await asked();
    world.chain = async () => minted(2);
    const answer = isMinted("2");
    first.resolve(minted(1));
    expect(await answer).to.equal(true);
  });

  it("does not wait for the chain to say that a drifter was minted a moment ago", async () => {
    const { isMinted, world } = open();
    await isMinted("1");
    world.chain = hanging;
    world.time = 2 * life - 1;
    expect(await atOnce(isMinted("1"))).to.equal(true);
    expect(world.reads).to.equal(2);
  });

  it("no longer shows a drifter whose mint has vanished two lives ago", async () => {
    const { isMinted, world } = open();
    await isMinted("1");
    world.chain = async () => minted(0);
    world.time = 2 * life;
    expect(await isMinted("1")).to.equal(false);
  });

  it("waits at most a second for a chain that hangs, if ranges are known", async () => {
    const { isMinted, current, world } = open();
    await isMinted("1");
    world.chain = hanging;
    world.time = 5_000;
    void current();
    await asked();
    world.time = 6_000;
    expect(await atOnce(Promise.all([isMinted("1"), isMinted("2")]))).to.deep.equal([true, false]);
  });

  it("waits at most three seconds if no ranges are known", async () => {
    const { isMinted, current, world } = open();
    world.chain = hanging;
    void current();
    await asked();
    world.time = 3_000;
    expect(await atOnce(codeOf(isMinted("1")))).to.equal("chain.unavailable");
    expect(await atOnce(current())).to.equal(undefined);
  });

  it("serves the last ranges while the chain fails, and logs that once", async () => {
    const { isMinted, world } = open({ lifeMilliseconds: 0 });
    await isMinted("1");
    world.chain = failing;
    expect(await isMinted("1")).to.equal(true);
    expect(await isMinted("2")).to.equal(false);
    expect(world.lines).to.deep.equal(["mints since this block are not shown"]);
    world.chain = async () => minted(2);
    expect(await isMinted("2")).to.equal(true);
  });

  it("starts with the saved ranges while the chain fails", async () => {
    const { isMinted, world } = open({ saved: 2 });
    world.chain = failing;
    expect(await isMinted("2")).to.equal(true);
    expect(await isMinted("3")).to.equal(false);
  });

  it("saves ranges only when they have changed", async () => {
    const { isMinted, close, world } = open({ saved: 1, lifeMilliseconds: 0 });
    await isMinted("1");
    world.chain = async () => ({ ...minted(2), blockNumber: 7n });
    await isMinted("1");
    await isMinted("1");
    await close();
    expect(world.writes.map(({ total }) => total)).to.deep.equal([2]);
  });

  it("serves drifters although the saved ranges can be neither read nor saved", async () => {
    const { isMinted, close, world, disk } = open();
    disk.read = failing;
    disk.write = failing;
    expect(await isMinted("1")).to.equal(true);
    await close();
    expect(world.lines).to.deep.equal(["the ranges of minted drifters cannot be saved"]);
  });
});

describe("MintedRanges", () => {
  const ranges = createRanges(9n, [
    { phase: "Late", start: 101n, end: 103n },
    { phase: "Empty", start: 50n, end: 50n },
    { phase: "Early", start: 0n, end: 2n },
    { phase: "Far", start: 2n ** 64n - 3n, end: 2n ** 64n - 1n },
  ]);

  it("has the IDs of each phase from its start up to, but not including, its end", () => {
    const ids = ["0", "1", "2", "50", "100", "101", "102", "103"];
    expect(ids.filter(ranges.has)).to.deep.equal(["0", "1", "101", "102"]);
    expect(ranges.total).to.equal(6);
  });

  it("is exact for IDs above 2^53, which it does not list", () => {
    const [first, last, end] = [2n ** 64n - 3n, 2n ** 64n - 2n, 2n ** 64n - 1n];
    expect([first - 1n, first, last, end].map((id) => ranges.has(`${id}`))).to.deep.equal([
      false,
      true,
      true,
      false,
    ]);
    expect(ranges.ranges).to.deep.equal([
      { phase: "Early", start: 0, end: 2 },
      { phase: "Late", start: 101, end: 103 },
    ]);
  });

  it("has a key that changes with an ID, a phase's name and its end, and not with the block", () => {
    const keyOf = (phase: string, start: bigint, end: bigint, block = 1n) =>
      createRanges(block, [{ phase, start, end }]).key;
    const key = keyOf("A", 1n, 2n);
    expect(keyOf("A", 1n, 2n, 8n)).to.equal(key);
    for (const other of [keyOf("B", 1n, 2n), keyOf("A", 0n, 2n), keyOf("A", 1n, 3n)]) {
      expect(other).not.to.equal(key);
    }
  });
});

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

describe("MintedDrifters", () => {
  it("says that a drifter is minted as soon as the life has passed", async () => {
    const { isMinted, world } = open();
    expect(await isMinted("2")).to.equal(false);
    world.chain = async () => minted(2);
    world.time = life;
    expect(await isMinted("2")).to.equal(true);
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
});

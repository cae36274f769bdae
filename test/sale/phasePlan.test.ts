import { expect } from "chai";
import fc from "fast-check";
import { type Client, createPublicClient, custom } from "viem";
import { encodeCall, formatCall } from "#sale/collectionCalls";
import { planPhases } from "#sale/phasePlan";
import type { PhaseRange } from "#sale/phaseRange";
import type { SaleCall } from "#sale/saleCalls";
import { addSettingCalls, pickSettings } from "#sale/settingCalls";
import { readSaleState, type SaleState, simulateCalls } from "#sale/simulateCalls";
import {
  deployCollection,
  ethers,
  networkHelpers,
  provider,
  type Sale,
} from "../support/contracts/collection.ts";
import { searchBounds } from "../support/search.ts";

/** “First Dust” has 1–48, all minted; “Lantern” 101–160, 20 minted; “Crossing” 201–400. */
async function openWorld(): Promise<Sale> {
  const sale = await deployCollection();
  const { collection } = sale;
  await collection.adjustPhases("First Dust", 1, 49);
  await collection.adjustPhases("Lantern", 101, 161);
  await collection.adjustPhases("Crossing", 201, 401);
  await giftTokens(sale, "First Dust", 48);
  await giftTokens(sale, "Lantern", 20);
  await collection.changePhase("Lantern");
  return sale;
}

// All phases except the active one.
const worldPhases = ["First Dust", "Crossing"];

function giftTokens({ collection, holder }: Sale, phase: string, count: number) {
  return collection.gift(phase, Array<string>(count).fill(holder.address));
}

// Safety: Hardhat's provider speaks EIP-1193.
const client: Client = createPublicClient({ transport: custom(provider as never), cacheTime: 0 });

async function stateOf(sale: Sale, phaseNames: readonly string[]): Promise<SaleState> {
  const blockNumber = BigInt(await ethers.provider.getBlockNumber());
  return readSaleState(client, { collection: sale.domain.contract, phaseNames, blockNumber });
}

function range(name: string, startingPoint: bigint, endPoint: bigint): PhaseRange {
  return { name, startingPoint, endPoint };
}

function planFrom({ sale, phases }: SaleState, draft: readonly PhaseRange[]) {
  return planPhases({ onChain: phases, draft, maxSupply: sale.maxSupply });
}

/** Returns a draft's findings for these phases, and the outcomes of its simulated calls. */
async function plan(...draft: PhaseRange[]) {
  const sale = await networkHelpers.loadFixture(openWorld);
  const state = await stateOf(sale, worldPhases);
  const planned = planFrom(state, draft);
  const simulation = await simulate(sale, state, planned.calls);
  return {
    ...planned,
    calls: planned.calls.map(formatCall),
    rejections: planned.findings.filter(({ isRejected }) => isRejected).map(({ text }) => text),
    notes: planned.findings.filter(({ isRejected }) => !isRejected).map(({ text }) => text),
    outcomes: simulation.effects.map(({ revert }) => revert?.title ?? "done"),
    effects: simulation.effects.map(
      ({ subject, before, after }) => `${subject}: ${before} → ${after}`,
    ),
  };
}

async function simulate(sale: Sale, { sale: facts, phases }: SaleState, calls: SaleCall[]) {
  return simulateCalls(client, {
    collection: sale.domain.contract,
    phaseNames: phases.map(({ name }) => name),
    owner: facts.owner,
    calls,
    symbol: "ETH",
    blockNumber: BigInt(await ethers.provider.getBlockNumber()),
  });
}

describe("phase draft problems", () => {
  const rejected: { name: string; draft: PhaseRange[]; words: string; revert: string }[] = [
    {
      name: "phases that would share ids",
      draft: [range("Ember", 90n, 220n)],
      words:
        "“Ember” and “Lantern” would share the IDs 101–160. Move or shorten one of them. “Ember” and “Crossing” would share the IDs 201–219. Move or shorten one of them.",
      revert: 'PhaseOverlaps("Lantern")',
    },
    {
      name: "phases that would share a single id",
      draft: [range("Ember", 400n, 420n)],
      words: "“Crossing” and “Ember” would share the ID 400. Move or shorten one of them.",
      revert: 'PhaseOverlaps("Crossing")',
    },
    {
      name: "a phase that would end below what it has minted",
      draft: [range("First Dust", 1n, 48n)],
      words: "“First Dust” would end below its 48 minted drifters. End it at 49 or later.",
      revert: "PhaseEndBelowMinted(49, 48)",
    },
    {
      name: "a phase that would begin elsewhere though it has minted",
      draft: [range("Lantern", 102n, 161n)],
      words: "“Lantern” would start at 102, without its 20 minted drifters. Keep its start at 101.",
      revert: "PhaseStartMoved(101, 102)",
    },
    {
      name: "a phase that would end before it begins",
      draft: [range("Ember", 500n, 450n)],
      words: "“Ember” would end at 450, before it starts at 500. Swap the two.",
      revert: "PhaseBoundsReversed(500, 450)",
    },
    {
      name: "a phase longer than the collection",
      draft: [range("Ember", 500n, 10_501n)],
      words: "“Ember” would have 10,001 IDs, more than the maximum supply of 10,000. Shorten it.",
      revert: "ExceedsCurrentSupply",
    },
  ];
  for (const { name, draft, words, revert } of rejected) {
    it(`reports ${name}, and the contract reverts`, async () => {
      const { canBeDone, rejections, outcomes } = await plan(...draft);
      expect(rejections.join(" ")).to.equal(words);
      expect(canBeDone).to.equal(false);
      expect(outcomes).to.deep.equal([revert]);
    });
  }

  it("reports no gap after a phase inside a larger phase", async () => {
    const { notes } = await plan(range("Ember", 210n, 220n), range("Dusk", 401n, 411n));
    const gaps = notes.map((note) => /^No phase has the IDs (\S+), /.exec(note)?.[1]);
    expect(gaps).to.deep.equal(["49–100", "161–200"]);
  });
});

describe("phase draft calls", () => {
  it("changes phases and settings as drafted", async () => {
    const sale = await networkHelpers.loadFixture(openWorld);
    const state = await stateOf(sale, worldPhases);
    const now = pickSettings(state.sale);
    const shrink: SaleCall = { functionName: "adjustPhases", args: ["Crossing", 201n, 301n] };
    const wanted = { ...now, isMinting: true, price: 5n, maxBatch: 7n, phase: "Crossing" };
    const calls = addSettingCalls([shrink], state, { settings: wanted, isPaused: false });
    const { effects, after } = await simulate(sale, state, calls);
    expect(
      effects.map(({ subject, before, after }) => `${subject}: ${before} → ${after}`),
    ).to.deep.equal([
      "“Crossing”: 201–400 → 201–300",
      "Price: 0.08 ETH → 0.000000000000000005 ETH",
      "Max per mint: 20 → 7",
      "Active phase: “Lantern” → “Crossing”",
      "Minting: off → on",
    ]);
    expect(pickSettings(after.sale)).to.deep.equal(wanted);
    const crossing = after.phases.find(({ name }) => name === "Crossing");
    expect(crossing).to.include({ startingPoint: 201n, endPoint: 301n });
  });
});

describe("random phase draft", () => {
  const names = ["A", "B", "C", "D"];
  const anyRange = fc.record({
    startingPoint: fc.bigInt({ min: 0n, max: 14n }),
    length: fc.oneof(
      { weight: 9, arbitrary: fc.bigInt({ min: -2n, max: 8n }) },
      { weight: 1, arbitrary: fc.constantFrom(9_990n, 10_000n, 10_001n) },
    ),
  });
  const worlds = fc.record({
    ranges: fc.array(anyRange, { maxLength: 4 }),
    minted: fc.array(fc.nat(6), { minLength: 4, maxLength: 4 }),
    draft: fc.uniqueArray(
      fc.record({ name: fc.constantFrom(...names), ids: anyRange, keepsStart: fc.boolean() }),
      {
        selector: ({ name }) => name,
        maxLength: 4,
      },
    ),
  });

  it("passes exactly when the contract accepts its calls, with the planned result", async () => {
    let done = 0;
    let rejected = 0;
    await fc.assert(
      fc.asyncProperty(worlds, async ({ ranges, minted, draft }) => {
        const sale = await networkHelpers.loadFixture(deployCollection);
        for (const [index, { startingPoint, length }] of ranges.entries()) {
          const name = names[index] ?? "";
          const end = startingPoint + (length < 0n ? 0n : length);
          // The contract rejects some of these ranges.
          const isTaken = await sale.collection.adjustPhases(name, startingPoint, end).then(
            () => true,
            () => false,
          );
          const count = Math.min(Number(length), minted[index] ?? 0);
          if (isTaken && count > 0) await giftTokens(sale, name, count);
        }
        const state = await stateOf(sale, names);
        const planned = planFrom(
          state,
          draft.map(({ name, ids, keepsStart }) => {
            const now = state.phases.find((phase) => phase.name === name);
            const start = keepsStart ? (now?.startingPoint ?? 0n) : ids.startingPoint;
            return range(name, start, start + ids.length < 0n ? 0n : start + ids.length);
          }),
        );
        const { effects } = await simulate(sale, state, planned.calls);
        const outcomes = [];
        for (const call of planned.calls) outcomes.push(await send(sale, call));
        expect(effects.map(({ revert }) => revert === undefined)).to.deep.equal(outcomes);
        expect(planned.canBeDone).to.equal(outcomes.every(Boolean));
        if (planned.canBeDone) {
          done += 1;
          const { phases } = await stateOf(sale, names);
          const visible = (ranges: readonly PhaseRange[]) =>
            ranges
              .filter(({ startingPoint, endPoint }) => startingPoint < endPoint)
              .map(({ name, startingPoint, endPoint }) => range(name, startingPoint, endPoint));
          expect(visible(phases)).to.have.deep.members(visible(planned.wanted));
        } else rejected += 1;
      }),
      searchBounds({ runs: 40, seed: 1, soakRuns: 5_000 }),
    );
    // Both outcomes must occur.
    expect(Math.min(done, rejected)).to.be.greaterThan(10);
  });
});

function send(sale: Sale, call: SaleCall): Promise<boolean> {
  return sale.administrator
    .sendTransaction({ to: sale.domain.contract, data: encodeCall(call) })
    .then(
      () => true,
      () => false,
    );
}

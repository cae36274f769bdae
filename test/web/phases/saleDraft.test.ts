import { expect } from "chai";
import { parseEther } from "viem";
import { applyCalls } from "#sale/safeOrder";
import type { SaleCall } from "#sale/saleCalls";
import type { SaleState } from "#sale/simulateCalls";
import {
  changeField,
  draftCalls,
  emptyDraft,
  formatBound,
  namePhase,
  pauseMinting,
  rangeEnds,
  rangeField,
  readDraft,
  saleDraftStore,
  settingField,
  settleDraft,
} from "../../../web/src/phases/saleDraft.ts";
import { planSale } from "../../../web/src/phases/salePlan.ts";
import { saleFacts } from "../../support/saleFacts.ts";
import "../../support/web/pageSettings.ts";

const phase = { name: "Ember", startingPoint: 1n, endPoint: 11n, currentCount: 0n };
const state = {
  sale: saleFacts({ totalSupply: 0n, phase }),
  phases: [phase],
} satisfies SaleState;

describe("sale draft", () => {
  it("returns empty fields only for a phase that never had IDs", () => {
    for (const [startingPoint, endPoint, typed] of [
      [0n, 0n, ["", ""]],
      [0n, 5n, ["0", "5"]],
      [5n, 0n, ["5", "0"]],
      [5n, 5n, ["5", "5"]],
    ] as const) {
      const shown = rangeEnds.map((end) => formatBound({ ...phase, startingPoint, endPoint }, end));
      expect(shown).to.deep.equal(typed);
    }
  });

  it("stores only the ends that differ from the chain", () => {
    const other = { name: "Ash", startingPoint: 20n, endPoint: 30n, currentCount: 0n };
    const [ember, ash] = [rangeField("Ember", "endPoint"), rangeField("Ash", "endPoint")];
    const begins = changeField(emptyDraft, rangeField("Ash", "startingPoint"), "20", "19");
    const draft = changeField(changeField(begins, ember, "12", "11"), ash, "31", "30");
    const phases = [{ ...phase, endPoint: 12n }, other];
    expect(settleDraft(draft, { ...state, phases }).texts).to.deep.equal({ [ash]: "31" });
    expect(changeField(draft, ash, "30", "30").texts).not.to.have.property(ash);
  });

  it("returns no range for a phase with an invalid end", () => {
    const end = rangeField("Ember", "endPoint");
    const { ranges, errors } = readDraft(changeField(emptyDraft, end, "x", "11"), state);
    expect([ranges, [...errors.keys()]]).to.deep.equal([[], [end]]);
  });

  it("drafts setRoyalty from a percentage and an address, and rejects more than 10 %", () => {
    const field = settingField("royalty");
    const planOf = (text: string) =>
      planSale({ ...state, blockNumber: 9n }, changeField(emptyDraft, field, text, "none"));
    const { owner } = state.sale;
    const calls = [{ functionName: "setRoyalty", args: [owner, 250n] }];
    expect(planOf(`2.5% to ${owner}`)).to.deep.include({ issues: [], calls });
    expect(planOf(`11% to ${owner}`)).to.deep.include({
      issues: ["Royalty must be none, or at most 10% to an address: 5% to 0x and 40 hex digits."],
      calls: [],
    });
  });

  it("toggles minting off first and on last while it is paused", () => {
    const price = changeField(emptyDraft, settingField("price"), "0.5", "0.08");
    const { calls, mintingStaysOn } = planSale({ ...state, blockNumber: 9n }, pauseMinting(price));
    expect(calls.map(({ functionName }) => functionName)).to.deep.equal([
      ...["toggleMint", "adjustPrice", "toggleMint"],
    ]);
    expect(mintingStaysOn).to.equal(false);
  });

  it("pauses minting until all other changes are made", () => {
    const price = settingField("price");
    const draft = pauseMinting(changeField(emptyDraft, price, "0.5", "0.08"));
    const settledAt = (isMinting: boolean, ether: string) => {
      const sale = { ...state.sale, isMinting, price: parseEther(ether) };
      return settleDraft(draft, { ...state, sale });
    };
    for (const isMinting of [true, false]) {
      expect(settledAt(isMinting, "0.08")).to.deep.equal(draft);
    }
    expect(settledAt(false, "0.5")).to.deep.equal(pauseMinting(emptyDraft));
    expect(settledAt(true, "0.5")).to.deep.equal(emptyDraft);
  });

  it("lists a phase once, at the end", () => {
    const { names } = ["Ash", "Dusk", "Ash"].reduce(namePhase, emptyDraft);
    expect(names).to.deep.equal(["Dusk", "Ash"]);
  });

  it("is empty once it equals the on-chain state", () => {
    const draft = changeField(emptyDraft, settingField("maxBatch"), "20", "5");
    expect(settleDraft(draft, state)).to.deep.equal(emptyDraft);
  });
});

describe("sale draft store", () => {
  const world = { genesisHash: "0x1", contract: "0x2", worldId: "first" } as const;
  const draft = changeField(emptyDraft, settingField("maxBatch"), "5", "20");

  it("stores a draft only for its world", () => {
    saleDraftStore(world).write(draft);
    expect(saleDraftStore(world).read()).to.deep.equal(draft);
    const reset = { ...world, worldId: "second" };
    expect(saleDraftStore(reset).read()).to.deep.equal(emptyDraft);
  });

  it("plans the same sale again from drafted calls, and keeps earlier changes", () => {
    const calls = [
      { functionName: "adjustPhases", args: ["Ember", 1n, 21n] },
      { functionName: "adjustPhases", args: ["Ash", 30n, 40n] },
      { functionName: "toggleMint", args: [] },
      { functionName: "adjustPrice", args: [parseEther("0.5")] },
      { functionName: "adjustMaxBatch", args: [7n] },
      { functionName: "changePhase", args: ["Ash"] },
      { functionName: "toggleMint", args: [] },
    ] as const satisfies SaleCall[];
    const ash = { name: "Ash", startingPoint: 0n, endPoint: 0n, currentCount: 0n };
    const before = { blockNumber: 1n, ...state, phases: [phase, ash] };
    const earlier = { ...emptyDraft, texts: { [settingField("royalty")]: "none" } };
    const draft = draftCalls(earlier, before, calls);
    expect(draft.texts).to.include(earlier.texts);
    const planned = planSale(before, draft).calls;
    expect(planned.at(0)?.functionName).to.equal("toggleMint");
    expect(applyCalls(before, planned)).to.deep.equal(applyCalls(before, calls));
  });

  it("drafts a sale that opens or closes", () => {
    const toggle = [{ functionName: "toggleMint", args: [] }] as const satisfies SaleCall[];
    for (const [isMinting, text] of [
      [true, "off"],
      [false, "on"],
    ] as const) {
      const now = { ...state, sale: { ...state.sale, isMinting } };
      expect(draftCalls(emptyDraft, now, toggle).texts).to.deep.equal({
        [settingField("isMinting")]: text,
      });
    }
  });
});

import { expect } from "chai";
import type { SaleState } from "#protocol/sale/simulateCalls";
import {
  changeRange,
  changeSetting,
  emptyDraft,
  namePhase,
  pauseMinting,
  readDraft,
  settleDraft,
  typedRange,
} from "../../web/src/phases/saleDraft.ts";
import { saleDraftStore } from "../../web/src/phases/saleDraftStore.ts";
import { saleFacts } from "../support/saleFacts.ts";

const phase = { name: "Ember", startingPoint: 1n, endPoint: 11n, currentCount: 0n };
const state = {
  sale: saleFacts({ totalSupply: 0n, phase }),
  phases: [phase],
} satisfies SaleState;

describe("a draft of the sale", () => {
  it("keeps the spaces around the name of the chosen phase", () => {
    const draft = changeSetting(emptyDraft, "phase", " Ember ", "Ember");
    expect(readDraft(draft, state).settings.phase).to.equal(" Ember ");
  });

  it("has empty fields for a phase that never had IDs, and for no other", () => {
    for (const [startingPoint, endPoint, typed] of [
      [0n, 0n, ["", ""]],
      [0n, 5n, ["0", "5"]],
      [5n, 0n, ["5", "0"]],
      [5n, 5n, ["5", "5"]],
    ] as const) {
      expect(typedRange({ ...phase, startingPoint, endPoint })).to.deep.equal({
        name: "Ember",
        startingPoint: typed[0],
        endPoint: typed[1],
      });
    }
  });

  it("trims typed values", () => {
    const draft = changeSetting(emptyDraft, "price", " 0.05 ", "0.08");
    const { settings, faults } = readDraft(draft, state);
    expect(settings.price).to.equal(50_000_000_000_000_000n);
    expect([...faults]).to.deep.equal([]);
  });

  it("has each phase that was named once, in the order in which they were named last", () => {
    const draft = ["Ember", "Ash", "Ember"].reduce(namePhase, emptyDraft);
    expect(draft.names).to.deep.equal(["Ash", "Ember"]);
  });

  it("turns minting on again after a pause, while anything is left to send", () => {
    const draft = pauseMinting(changeSetting(emptyDraft, "maxBatch", "5", "20"));
    expect(settleDraft(draft, state)).to.deep.equal(draft);
    const off = { ...state, sale: { ...state.sale, isMinting: false, maxBatch: 5n } };
    expect(settleDraft(draft, off)).to.deep.equal(pauseMinting(emptyDraft));
    const on = { ...off, sale: { ...off.sale, isMinting: true } };
    expect(settleDraft(draft, on)).to.deep.equal(emptyDraft);
  });

  it("keeps only the ranges that differ from those on the chain", () => {
    const other = { name: "Ash", startingPoint: 20n, endPoint: 30n, currentCount: 0n };
    const drafted = [
      [phase, { endPoint: "12" }],
      [other, { endPoint: "31" }],
    ] as const;
    const draft = drafted.reduce(
      (before, [each, change]) => changeRange(before, each, change),
      emptyDraft,
    );
    expect(draft.ranges).to.have.length(2);
    const settled = settleDraft(draft, {
      ...state,
      phases: [{ ...phase, endPoint: 12n }, other],
    });
    expect(settled.ranges).to.deep.equal([{ name: "Ash", startingPoint: "20", endPoint: "31" }]);
  });

  it("is empty once the on-chain state equals it", () => {
    const draft = changeSetting(emptyDraft, "maxBatch", "20", "5");
    expect(settleDraft(draft, state)).to.deep.equal(emptyDraft);
  });
});

describe("the store of drafts", () => {
  const world = { genesisHash: "0x1", contractAddress: "0x2", worldId: "first" } as const;
  const draft = changeSetting(emptyDraft, "maxBatch", "5", "20");

  it("keeps a draft for its world only", () => {
    saleDraftStore(world).write(draft);
    expect(saleDraftStore(world).read()).to.deep.equal(draft);
    const reset = { ...world, worldId: "second" };
    expect(saleDraftStore(reset).read()).to.deep.equal(emptyDraft);
  });
});

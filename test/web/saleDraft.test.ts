import { expect } from "chai";
import type { SaleState } from "#protocol/sale/simulateCalls";
import {
  changeRange,
  changeSetting,
  emptyDraft,
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

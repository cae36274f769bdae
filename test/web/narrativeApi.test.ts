import { expect } from "chai";
import { readNarrative, readStoryList } from "../../web/src/narrative/narrativeApi.ts";

describe("readNarrative", () => {
  it("reads the story out of a record", () => {
    expect(readNarrative({ drifterId: "7", narrative: "Dust.", revision: 2 })).to.deep.equal({
      narrative: "Dust.",
    });
  });

  for (const json of [null, undefined, {}, [], "Dust.", { narrative: "" }, { narrative: 7 }]) {
    it(`[S7.6] finds no story in ${JSON.stringify(json)}`, () => {
      expect(readNarrative(json)).to.equal(null);
    });
  }
});

describe("readStoryList", () => {
  it("keeps the ids in their order, each once, whatever else an item holds", () => {
    const list = [
      { drifterId: "7", author: "0x" },
      { drifterId: 12 },
      { drifterId: "7" },
      null,
      {},
    ];
    expect(readStoryList(list)).to.deep.equal(["7", "12"]);
  });

  it("[S2.21] takes an empty list for loaded", () => {
    expect(readStoryList([])).to.deep.equal([]);
  });

  for (const json of [null, {}, "[]", { 0: { drifterId: "7" } }]) {
    it(`[S2.20] refuses ${JSON.stringify(json)}, which is no list`, () => {
      expect(() => readStoryList(json)).to.throw(TypeError);
    });
  }
});

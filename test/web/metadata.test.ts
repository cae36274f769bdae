import { expect } from "chai";
import { parseMetadata } from "../../web/src/drifter/metadata.ts";

const complete = {
  name: "Philippa Stoneloom",
  image: "/drifters/images/full/7.jpg",
  attributes: [
    { trait_type: "Sky", value: "Black Sun" },
    { trait_type: "Lamps", value: 3 },
    { trait_type: "Awake", value: false },
    { trait_type: "Sky", value: "Black Sun" },
  ],
};

describe("parseMetadata", () => {
  it("[S2.40] keeps every attribute in its order: numbers, truths and doubles too", () => {
    expect(parseMetadata(complete)).to.deep.equal(complete);
  });

  it("ignores what it does not know", () => {
    expect(parseMetadata({ ...complete, description: "A bellfounder." })).to.deep.equal(complete);
  });

  it("[S2.45] does without attributes and without an image", () => {
    expect(parseMetadata({ name: "Philippa" })).to.include({ name: "Philippa" });
    expect(parseMetadata({ name: "Philippa" }).attributes).to.deep.equal([]);
  });

  it("takes an image or attributes that make no sense for missing", () => {
    const odd = parseMetadata({ name: "Philippa", image: 7, attributes: "none" });
    expect(odd.image).to.equal(undefined);
    expect(odd.attributes).to.deep.equal([]);
  });

  for (const json of [null, undefined, "", [], {}, { name: "" }, { name: 7 }]) {
    it(`[S2.42] refuses ${JSON.stringify(json)}`, () => {
      expect(() => parseMetadata(json)).to.throw();
    });
  }
});

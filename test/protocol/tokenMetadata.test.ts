import { expect } from "chai";
import { parseMetadata } from "#protocol/tokenMetadata";

const complete = {
  name: "Philippa Stoneloom",
  description: "A bellfounder.",
  image: "/drifters/images/full/7.jpg",
  attributes: [
    { trait_type: "Sky", value: "Black Sun" },
    { trait_type: "Lamps", value: 3 },
    { trait_type: "Awake", value: false },
    { trait_type: "Sky", value: "Black Sun" },
  ],
};

describe("parseMetadata", () => {
  it("keeps every attribute in order, including numbers, booleans and duplicates, and ignores unknown fields", () => {
    expect(parseMetadata({ ...complete, external_url: "https://elsewhere.example" })).to.deep.equal(
      complete,
    );
  });

  it("requires no attributes, image or description", () => {
    expect(parseMetadata({ name: "Philippa" })).to.include({ name: "Philippa", description: "" });
    expect(parseMetadata({ name: "P" }).name).to.equal("P");
    expect(parseMetadata({ name: "Philippa" }).attributes).to.deep.equal([]);
  });

  it("treats invalid fields other than the name as missing", () => {
    const odd = parseMetadata({ name: "Philippa", description: {}, image: 7, attributes: "none" });
    expect(odd.description).to.equal("");
    expect(odd.image).to.equal(undefined);
    expect(odd.attributes).to.deep.equal([]);
  });

  for (const json of [null, undefined, "", [], {}, { name: "" }, { name: 7 }]) {
    it(`rejects ${JSON.stringify(json)}`, () => {
      expect(() => parseMetadata(json)).to.throw();
    });
  }
});

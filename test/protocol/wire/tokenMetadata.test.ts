import { expect } from "chai";
import { parseMetadata, unreadableFields } from "#protocol/wire/tokenMetadata";

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
  it("retains every attribute in order, including numbers, booleans and duplicates", () => {
    expect(parseMetadata({ ...complete, external_url: "https://elsewhere.example" })).to.deep.equal(
      complete,
    );
  });

  it("requires no attributes, image or description", () => {
    expect(parseMetadata({ name: "Philippa" })).to.include({ name: "Philippa", description: "" });
    expect(parseMetadata({ name: "P" }).name).to.equal("P");
    expect(parseMetadata({ name: "Philippa" }).attributes).to.deep.equal([]);
  });

  it("treats invalid optional fields as missing", () => {
    const invalid = parseMetadata({
      name: "Philippa",
      description: {},
      image: 7,
      attributes: "none",
    });
    expect(invalid.description).to.equal("");
    expect(invalid.image).to.equal(undefined);
    expect(invalid.attributes).to.deep.equal([]);
  });

  it("drops only unreadable attributes, and retains attributes without a type", () => {
    const [sky, lamps] = complete.attributes;
    const values = [null, ["a"], { a: 1 }].map((value) => ({ trait_type: "Odd", value }));
    const attributes = [
      sky,
      { value: "Lone" },
      ...values,
      { trait_type: 7, value: 1 },
      null,
      lamps,
    ];
    const generic = { trait_type: "Property", value: "Lone" };
    const json = { ...complete, image: {}, attributes };
    expect(parseMetadata(json).attributes).to.deep.equal([sky, generic, lamps]);
    expect(unreadableFields(json)).to.deep.equal([
      "image",
      "attributes.2.value",
      "attributes.3.value",
      "attributes.4.value",
      "attributes.5.trait_type",
      "attributes.6",
    ]);
  });

  for (const json of [null, undefined, "", [], {}, { name: "" }, { name: 7 }]) {
    it(`rejects ${JSON.stringify(json)}`, () => {
      expect(() => parseMetadata(json)).to.throw();
    });
  }
});

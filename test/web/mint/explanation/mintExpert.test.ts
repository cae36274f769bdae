import { expect } from "chai";
import { parseSaleCall } from "#sale/saleCalls";
import {
  expertSearchParams,
  noExpertInput,
  parseExpertInput,
  readExpertInput,
} from "../../../../web/src/mint/explanation/expertInput.ts";

const wallet = "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955";
const other = "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f";

describe("expert form query", () => {
  const page = { wallet, qty: 2n } as const;

  it("is saved in the query string, beside unrelated parameters", () => {
    const whatIf = [parseSaleCall("adjustPrice(0.05 ether)"), parseSaleCall("toggleMint()")];
    const typed = { wallet: other, qty: "2", value: "", whatIf };
    const address = expertSearchParams(new URLSearchParams("w3mPreferInjected"), typed);
    expect(address.has("w3mPreferInjected")).to.equal(true);
    expect(parseExpertInput(address)).to.deep.equal(typed);
    expect(String(expertSearchParams(address, noExpertInput))).to.equal("w3mPreferInjected=");
    address.append("what-if", "renounceOwnership()");
    expect(parseExpertInput(address)).to.deep.equal(typed);
  });

  it("takes a typed wallet, quantity and value, to the last wei", () => {
    const typed = {
      ...noExpertInput,
      wallet: ` ${other.toLowerCase()} `,
      qty: "0",
      value: "0.000000000000000001",
    };
    const { query } = readExpertInput(typed, page);
    expect(query).to.include({ wallet: other, qty: 0n, value: 1n });
  });

  for (const [field, text] of [
    ["wallet", "0x12"],
    ["wallet", other.replace("8e81E", "8E81e")],
    ["qty", "-1"],
    ["qty", "1.5"],
    ["qty", "one"],
    ["value", "0,5"],
    ["value", "1e18"],
    ["value", "0.0000000000000000001"],
  ] as const) {
    it(`reports the invalid ${field} “${text}” and uses the page's own`, () => {
      const { query, errors } = readExpertInput({ ...noExpertInput, [field]: text }, page);
      expect(Object.keys(errors)).to.deep.equal([field]);
      expect(query).to.deep.include(page);
      expect(query).not.to.have.property("value");
    });
  }
});

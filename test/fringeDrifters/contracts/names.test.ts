import { expect } from "chai";
import { Interface, parseEther } from "ethers";
import { collectionAbi } from "#chain/abi";
import { problemType } from "#protocol/wire/errors";
import { deployCollection, networkHelpers } from "../../support/contracts/collection.ts";

describe("FringeDrifters", () => {
  it("has problem types with its name", () => {
    const type = "urn:fringe-drifters:problem:narrative.not_found";
    expect(problemType("narrative.not_found")).to.equal(type);
  });

  const signatures = {
    "[S7.19] the paid mint":
      "function FringeMint(bytes32 hash, bytes signature, string transactionID, uint256 qty) payable",
    "the price": "function FD_PRICE() view returns (uint256)",
  };
  const selectors = { FringeMint: "0x91e1a095", FD_PRICE: "0x6e8c38e4" };
  for (const [title, signature] of Object.entries(signatures)) {
    it(`has ${title}`, () => {
      const name = signature.split(/[ (]/)[1] as keyof typeof selectors;
      const found = new Interface(collectionAbi).getFunction(name);
      expect(found?.format("full")).to.equal(signature);
      expect(found?.selector).to.equal(selectors[name]);
    });
  }

  const states = {
    "[S3.19] the name Fringe Drifters": ["name", "Fringe Drifters"],
    "[S3.20] the symbol FD": ["symbol", "FD"],
    "[S3.16] a price of 0.08 ether": ["FD_PRICE", parseEther("0.08")],
    "[S3.17] a maximum batch of 20": ["MAXBATCH", 20n],
    "a supply cap of 10,000 tokens": ["MAX_SUPPLY", 10_000n],
  } as const;
  for (const [title, [view, value]] of Object.entries(states)) {
    it(`starts with ${title}`, async () => {
      const { collection } = await networkHelpers.loadFixture(deployCollection);
      expect(await collection.getFunction(view)()).to.equal(value);
    });
  }
});

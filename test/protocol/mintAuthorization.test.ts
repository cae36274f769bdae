import { expect } from "chai";
import { TypedDataEncoder } from "ethers";
import { mintAuthorizationDigest, mintAuthorizationTypedData } from "#protocol/mintAuthorization";

const collection = {
  chainId: 31_337,
  address: "0x5FbDB2315678afecb367f032d93F642f64180aa3",
} as const;
const authorization = {
  minter: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  phase: "First Dust",
  transactionID: "sale 1",
  qty: 3n,
} as const;

describe("mintAuthorizationDigest", () => {
  it("is the EIP-712 digest that another implementation computes", () => {
    const { domain, types, message } = mintAuthorizationTypedData(collection, authorization);
    expect(mintAuthorizationDigest(collection, authorization)).to.equal(
      TypedDataEncoder.hash(domain, { MintAuthorization: [...types.MintAuthorization] }, message),
    );
  });

  const others = {
    minter: { minter: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC" },
    phase: { phase: "First Dust " },
    "transaction id": { transactionID: "sale 2" },
    quantity: { qty: 4n },
  } as const;
  for (const [field, change] of Object.entries(others)) {
    it(`changes with the ${field}`, () => {
      expect(mintAuthorizationDigest(collection, { ...authorization, ...change })).not.to.equal(
        mintAuthorizationDigest(collection, authorization),
      );
    });
  }

  it("changes with the chain and with the contract", () => {
    const digest = mintAuthorizationDigest(collection, authorization);
    const otherChain = { ...collection, chainId: 1 };
    const otherContract = { ...collection, address: authorization.minter };
    expect(mintAuthorizationDigest(otherChain, authorization)).not.to.equal(digest);
    expect(mintAuthorizationDigest(otherContract, authorization)).not.to.equal(digest);
  });
});

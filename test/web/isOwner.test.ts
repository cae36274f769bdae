import { expect } from "chai";
import type { Address } from "viem";
import { isOwner } from "../../web/src/drifter/isOwner.ts";

const checksummed: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const other: Address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

describe("isOwner", () => {
  it("[S4.29] holds for the same address in any letter case", () => {
    // Safety: the same address in lower case is an address.
    const lowerCase = checksummed.toLowerCase() as Address;
    expect(isOwner(checksummed, checksummed)).to.equal(true);
    expect(isOwner(lowerCase, checksummed)).to.equal(true);
    expect(isOwner(other, checksummed)).to.equal(false);
  });

  it("[S4.30] holds for nobody while no wallet is connected, not even of an unknown owner", () => {
    expect(isOwner(undefined, checksummed)).to.equal(false);
    expect(isOwner(undefined, undefined)).to.equal(false);
  });

  it("holds for nobody while the owner is unknown", () => {
    expect(isOwner(checksummed, undefined)).to.equal(false);
  });
});

import { expect } from "chai";
import type { Address } from "viem";
import { isOwner } from "../../web/src/drifter/useOwner.ts";

const checksummed: Address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";
const other: Address = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";

describe("isOwner", () => {
  it("[S4.29] is true for the same address in any letter case", () => {
    // Safety: the same address in lower case is an address.
    const lowerCase = checksummed.toLowerCase() as Address;
    expect(isOwner(checksummed, checksummed)).to.equal(true);
    expect(isOwner(lowerCase, checksummed)).to.equal(true);
    expect(isOwner(other, checksummed)).to.equal(false);
  });

  it("[S4.30] is false while no wallet is connected, even if the owner is unknown too", () => {
    expect(isOwner(undefined, checksummed)).to.equal(false);
    expect(isOwner(undefined, undefined)).to.equal(false);
  });

  it("is false while the owner is unknown", () => {
    expect(isOwner(checksummed, undefined)).to.equal(false);
  });
});

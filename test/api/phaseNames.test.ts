import { expect } from "chai";
import { type Hex, numberToHex } from "viem";
import { readPhaseNames } from "../../api/src/minted/phaseNames.ts";
import { deployCollection, networkHelpers, provider } from "../support/collection.ts";

describe("phase names in the collection's storage", () => {
  it("are read in the order of their numbers, whatever their length", async () => {
    const { collection, domain } = await networkHelpers.loadFixture(deployCollection);
    const lengths = [1, 18, 19, 20, 31, 32, 33, 64, 100];
    const names = [
      ...lengths.map((length) => "n".repeat(length)),
      "Dämmerung",
      "Jahreszeit der Dämmerung",
    ];
    for (const [index, name] of names.entries()) {
      await collection.adjustPhases(name, 10 * index + 1, 10 * index + 2);
    }
    // A phase that is made current before it has IDs has a number too.
    await collection.changePhase("Later");
    const readSlot = (slot: bigint) =>
      provider.request({
        method: "eth_getStorageAt",
        params: [domain.address, numberToHex(slot), "latest"],
      }) as Promise<Hex>;
    expect(await readPhaseNames(readSlot)).to.deep.equal(["", ...names, "Later"]);
  });
});

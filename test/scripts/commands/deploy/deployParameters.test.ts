import { expect } from "chai";
import { readParameters } from "../../../../scripts/commands/deploy/parameters.ts";
import { account } from "../../../support/api/apiFixture.ts";
import { parametersFile } from "../../../support/commands/deployments.ts";

describe("npm run deploy parameters file", () => {
  const phase = (name: string, startPoint: number, endPoint: number) => ({
    name,
    startPoint,
    endPoint,
  });

  it("accepts every value within the bounds, and reads prices in ether, gwei and wei", async () => {
    const fields = {
      ...{ chainId: 1, baseURI: "/metadata/", minting: true, maxBatch: 100 },
      phases: [phase("First Dust", 1, 49), phase("Lantern", 49, 10_049), phase("Zero", 0, 1)],
      currentPhase: "Lantern",
      signer: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
    };
    const [withdrawer, owner] = [account(2).address, account(7).address];
    for (const [price, wei, baseURI] of [
      ["0.08 ether", 80_000_000_000_000_000n, "https://site.example/"],
      ["5 gwei", 5_000_000_000n, "http://site.example/a/"],
      ["7", 7n, "ipfs://x/"],
      ["0 wei", 0n, "ar://x/"],
    ] as const) {
      const royalty = `2.5% to ${owner}`;
      const roles = { withdrawer, owner: owner.toLowerCase() };
      const changes = { ...fields, price, baseURI, royalty, ...roles };
      const read = await readParameters(await parametersFile(changes));
      expect(read).to.deep.equal({ ...changes, price: wei, owner, royalty: [owner, 250n] });
    }
    const { startPoint, ...zero } = phase("Zero", 0, 1);
    const phases = [...fields.phases.slice(0, 2), { ...zero, startingPoint: startPoint }];
    const renamed = await parametersFile({ ...fields, phases, price: "7" });
    expect(await readParameters(renamed)).to.have.deep.property("phases", fields.phases);
    const least = { ...fields, price: "7", maxBatch: 1, withdrawer: undefined };
    const { withdrawer: _, ...read } = { ...least, price: 7n };
    expect(await readParameters(await parametersFile(least))).to.deep.equal(read);
  });
});

import { expect } from "chai";
import { ZeroAddress } from "ethers";
import { readParameters } from "../../../scripts/cli/deploy/parameters.ts";
import { UsageError } from "../../../scripts/shared/commandLine/usageError.ts";
import { account } from "../../support/api/apiFixture.ts";
import { parametersFile } from "../../support/commands/deployments.ts";
import { errorOf } from "../../support/errorOf.ts";

describe("the parameters file of npm run deploy", () => {
  const messageFor = async (changes: object) => {
    const error = await errorOf(readParameters(await parametersFile(changes)));
    expect(error).to.be.instanceOf(UsageError);
    return error.message;
  };
  const phase = (name: string, startPoint: number, endPoint: number) => ({
    name,
    startPoint,
    endPoint,
  });

  for (const [what, changes, message] of [
    ["an unknown field", { prise: 1 }, "prise: no such field. Remove or rename it."],
    [
      "an unknown field of a phase",
      { phases: [{ ...phase("First Dust", 1, 2), end: 3 }] },
      "phases[0].end: no such field. Remove or rename it.",
    ],
    ["no chain", { chainId: "1" }, "chainId must be a whole number from 1 to 9007199254740991."],
    [
      "a base URI that does not end with a slash",
      { baseURI: "ipfs://x" },
      "baseURI must begin with ",
    ],
    ["a mistyped address", { signer: "0x70997970C51812dc3A010C7d01b50e0d17dc79c8" }, "signer must"],
    ["the zero address", { owner: ZeroAddress }, "owner must not be the zero address."],
    ["an empty list of phases", { phases: [] }, "phases must contain a phase."],
    [
      "a reversed phase",
      { phases: [phase("First Dust", 9, 8)] },
      "phases[0].endPoint must be greater than startPoint",
    ],
    [
      "an empty phase",
      { phases: [phase("First Dust", 9, 9)] },
      "phases[0].endPoint must be greater than startPoint",
    ],
    [
      "a phase larger than the collection",
      { phases: [phase("First Dust", 2, 10_003)] },
      "phases[0].endPoint must be at most 10000 greater than startPoint",
    ],
    [
      "overlapping phases",
      { phases: [phase("First Dust", 1, 49), phase("Second Dust", 48, 60)] },
      'phases[1] must share no id with "First Dust" (1 up to, not including, 49).',
    ],
    [
      "two phases with the same name",
      { phases: [phase("First Dust", 1, 49), phase("First Dust", 50, 60)] },
      'phases[1].name must be unique: an earlier phase is named "First Dust"',
    ],
    [
      "a current phase that is not listed",
      { currentPhase: "Dawn" },
      "currentPhase must be the name of",
    ],
    ["a price as a number", { price: 0.08 }, "price must be a text such as"],
    ["a price in fractions of a wei", { price: "0.5 wei" }, "price must be a text such as"],
    ["a batch above the contract's limit", { maxBatch: 101 }, "maxBatch must be a whole number"],
    ["minting as a word", { minting: "off" }, "minting must be true or false."],
  ] as const) {
    it(`rejects ${what}`, async () => {
      expect(await messageFor(changes)).to.include(`\n  ${message}`);
    });
  }

  it("lists every fault at once", async () => {
    const message = await messageFor({
      chainId: 0,
      signer: "me",
      phases: [phase("First Dust", 9, 8)],
      currentPhase: "Dawn",
      price: "much",
      extra: 1,
    });
    expect(message.split("\n").filter((line) => line.startsWith("  "))).to.have.length(6);
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
      const changes = { ...fields, price, baseURI, withdrawer, owner: owner.toLowerCase() };
      const read = await readParameters(await parametersFile(changes));
      expect(read).to.deep.equal({ ...changes, price: wei, owner });
    }
    const least = { ...fields, price: "7", maxBatch: 1, withdrawer: undefined };
    const { withdrawer: _, ...read } = { ...least, price: 7n };
    expect(await readParameters(await parametersFile(least))).to.deep.equal(read);
  });
});

import { expect } from "chai";
import { encodeAbiParameters, type Hex, numberToHex, pad } from "viem";
import { isFringeDriftersContract } from "../../api/src/isFringeDriftersContract.ts";
import { stubbedChain } from "./rpcStub.ts";

const collection = stubbedChain.contractAddress;
const yes = numberToHex(1n, { size: 32 });
const phaseName = encodeAbiParameters([{ type: "string" }], ["Ember"]);

describe("isFringeDriftersContract", () => {
  type Answer = { kind: "returned" | "reverted"; data: Hex };
  const returned = (data: Hex): Answer => ({ kind: "returned", data });
  const reverted = (data: Hex): Answer => ({ kind: "reverted", data });
  const tell = (isErc721: Answer, phase: Answer, echo?: Answer) =>
    isFringeDriftersContract(collection, async (to, data) => {
      if (to !== collection) return echo ?? returned(data);
      return data.startsWith("0x01ffc9a7") ? isErc721 : phase;
    });

  it("is true for an ERC-721 contract that names its phase", async () => {
    expect(await tell(returned(yes), returned(phaseName))).to.equal(true);
  });

  for (const { name, isErc721, phase } of [
    { name: "says no", isErc721: returned(pad("0x0")), phase: returned(phaseName) },
    { name: "reverts with yes", isErc721: reverted(yes), phase: returned(phaseName) },
    { name: "reverts with a phase", isErc721: returned(yes), phase: reverted(phaseName) },
    { name: "names no phase", isErc721: returned(yes), phase: returned("0x") },
  ]) {
    it(`is false for a contract that ${name}`, async () => {
      expect(await tell(isErc721, phase)).to.equal(false);
    });
  }

  for (const { name, echo } of [
    { name: "reverts the identity precompile", echo: reverted("0x") },
    { name: "returns something else for it", echo: returned("0x") },
  ]) {
    it(`throws when the node ${name}`, async () => {
      const failure = await tell(returned("0x"), returned("0x"), echo).catch((error) => error);
      expect(failure).to.have.property(
        "message",
        "The RPC endpoint does not execute contract calls.",
      );
    });
  }
});

import { expect } from "chai";
import { fringeDriftersAbi } from "#chain/abi";
import {
  type CollectionCall,
  collectionCallNames,
  decodeCall,
  encodeCall,
} from "#protocol/collectionCalls";

/** What holders do with what they own, and minters. */
const holdersCalls = [
  "FringeMint",
  "approve",
  "setApprovalForAll",
  "transferFrom",
  "safeTransferFrom",
];

describe("the calls of those who look after the collection", () => {
  it("are all that change something and are not for holders", () => {
    const writes = fringeDriftersAbi
      .filter((entry) => entry.type === "function")
      .filter(({ stateMutability }) => ["nonpayable", "payable"].includes(stateMutability))
      .map(({ name }) => name as string);
    const missing = [...new Set(writes)].filter(
      (name) =>
        !holdersCalls.includes(name) && !(collectionCallNames as readonly string[]).includes(name),
    );
    expect(missing, "add them to api/protocol/collectionCalls.ts").to.deep.equal([]);
  });

  const calls: CollectionCall[] = [
    { functionName: "toggleMint", args: [] },
    { functionName: "adjustPhases", args: ["Ember", 1n, 101n] },
  ];
  for (const call of calls) {
    it(`reads ${call.functionName} back from its data`, () => {
      expect(decodeCall(encodeCall(call))).to.deep.equal(call);
    });
  }
});

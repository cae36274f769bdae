import { expect } from "chai";
import type { CollectionCall } from "#sale/collectionCalls";
import { describeNewPhase, existingNames, newPhases } from "#sale/newPhases";
import { lantern, saleFacts } from "../support/saleFacts.ts";

describe("newPhases", () => {
  const one = { name: "One", startingPoint: 5n, endPoint: 6n, currentCount: 0n };
  const none = { name: "None", startingPoint: 5n, endPoint: 5n, currentCount: 0n };
  const state = { sale: saleFacts(), phases: [one, none, lantern] };

  it("lists a phase once, if it has no IDs and is not active", () => {
    const calls: CollectionCall[] = [
      { functionName: "changePhase", args: ["None"] },
      { functionName: "adjustPhases", args: ["None", 5n, 9n] },
      { functionName: "gift", args: ["Dawn", []] },
      { functionName: "changePhase", args: ["Dusk"] },
      { functionName: "changePhase", args: ["One"] },
      { functionName: "changePhase", args: ["Lantern"] },
      { functionName: "toggleMint", args: [] },
    ];
    expect(newPhases(state, calls)).to.deep.equal(["None", "Dawn", "Dusk"]);
    expect(existingNames(state)).to.deep.equal(["Lantern", "One"]);
    const active = { ...state, sale: saleFacts({ phase: none }) };
    expect(newPhases(active, calls)).to.deep.equal(["Dawn", "Dusk"]);
  });

  it("suggests the closest existing name, or the first of several", () => {
    const existing = ["", "Dawn", "First Dust", "Fast Dust"];
    expect(describeNewPhase("Fist Dust", existing)).to.equal(
      "The contract has no phase “Fist Dust”; the closest is “First Dust”.",
    );
    expect(describeNewPhase("dAWN ", ["Dusk", "DAWN"])).to.contain("“DAWN”");
    expect(describeNewPhase("Dew", ["First Dust", "Dawn"])).to.contain("“Dawn”");
    expect(describeNewPhase("x", [""])).to.equal("The contract has no phase “x”.");
  });
});

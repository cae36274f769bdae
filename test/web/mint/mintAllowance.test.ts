import { expect } from "chai";
import type { MintAllowance } from "#protocol/wire/responses";
import { allowanceMessage } from "../../../web/src/mint/messages.ts";

const phase = "Lantern Season";
const confirming = { blocks: 4, of: 12, leftAfter: 3 };

describe("mint form allowance message", () => {
  const cases: [allowance: Omit<MintAllowance, "phase">, message: string][] = [
    [{ allowance: 1, left: 1 }, "Your wallet may mint 1 in this phase."],
    [{ allowance: 5, left: 2 }, "Your wallet may mint 2 more in this phase."],
    [{ allowance: 5, left: 0 }, "Your wallet has used its allowance in this phase."],
    [{ allowance: 0, left: 0 }, "Your wallet may not mint in this phase."],
    [
      { allowance: 5, left: 0, confirming },
      "Your last mint is being confirmed (4 of 12 blocks); you may mint 3 more after that.",
    ],
    [
      { allowance: 5, left: 1, confirming },
      "Your wallet may mint 1 more in this phase. Your last mint is being confirmed (4 of 12 blocks); you may mint 3 more after that.",
    ],
  ];
  it("offers no more than the phase's remaining tokens", () => {
    const allowance = { phase, allowance: 20, left: 20 };
    expect(allowanceMessage(allowance, 18)).to.equal("Your wallet may mint 18 in this phase.");
  });

  for (const [allowance, message] of cases) {
    it(`returns “${message}”`, () => {
      expect(allowanceMessage({ phase, ...allowance })).to.equal(message);
    });
  }
});

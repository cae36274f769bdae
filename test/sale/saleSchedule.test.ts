import { expect } from "chai";
import { parseEther } from "viem";
import { applyCalls, isSafeOrder } from "#sale/safeOrder";
import { type ScheduledPhase, scheduleCalls } from "#sale/saleSchedule";
import type { SaleState } from "#sale/simulateCalls";
import { lantern, saleFacts } from "../support/saleFacts.ts";

const ash = { name: "Ash", startingPoint: 201n, endPoint: 301n, currentCount: 0n };
const phase = (
  { name, startingPoint, endPoint }: typeof ash | typeof lantern,
  times: Pick<ScheduledPhase, "opensAt" | "closesAt">,
  terms: Partial<ScheduledPhase> = {},
): ScheduledPhase => ({
  ...{ name, startingPoint, endPoint, price: parseEther("0.08"), maxPerMint: 20n },
  ...times,
  ...terms,
});
const state = (differing = {}): SaleState => ({
  sale: saleFacts(differing),
  phases: [lantern, ash],
});
const first = phase(lantern, { opensAt: 100n, closesAt: 200n });
const second = phase(ash, { opensAt: 300n, closesAt: 400n }, { price: 1n, maxPerMint: 5n });

/** Returns the schedule as `time name: calls`. */
function describeSchedule(phases: readonly ScheduledPhase[], before: SaleState, now: bigint) {
  return scheduleCalls(phases, before, now).map(
    ({ at, phase: name, calls }) =>
      `${at} ${name}: ${calls.map(({ functionName, args }) => `${functionName}(${args})`).join(" ")}`,
  );
}

describe("scheduleCalls", () => {
  const turnToSecond =
    "toggleMint() adjustPrice(1) adjustMaxBatch(5) changePhase(Ash) toggleMint()";

  it("prepares a phase when the one before it closes, and ends the sale with the last", () => {
    expect(describeSchedule([first, second], state(), 150n)).to.deep.equal([
      `200 Ash: ${turnToSecond}`,
      "400 undefined: toggleMint()",
    ]);
  });

  it("lets nothing be minted on mixed terms between the calls", () => {
    const [{ calls } = { calls: [] }] = scheduleCalls([first, second], state(), 250n);
    expect(calls).to.have.length(5);
    expect(isSafeOrder(state(), calls)).to.equal(true);
  });

  it("plans nothing for a sale that is as planned", () => {
    expect(describeSchedule([phase(lantern, { opensAt: 100n })], state(), 150n)).to.deep.equal([]);
    const [due] = scheduleCalls([first, second], state(), 250n);
    const after = applyCalls(state(), due?.calls ?? []);
    expect(describeSchedule([first, second], after, 350n)).to.deep.equal([
      "400 undefined: toggleMint()",
    ]);
  });

  it("opens minting before the first phase opens", () => {
    const closed = state({ isMinting: false });
    expect(describeSchedule([first], closed, 50n)).to.deep.equal([
      "50 Lantern: toggleMint()",
      "200 undefined: toggleMint()",
    ]);
  });

  it("ends a phase without a closing time when the next one opens, for good", () => {
    const phases = [phase(lantern, { opensAt: 100n }), second];
    expect(describeSchedule(phases, state(), 150n)).to.deep.equal([
      `300 Ash: ${turnToSecond}`,
      "400 undefined: toggleMint()",
    ]);
  });

  it("ends the sale even if the owner never turned to the last phase", () => {
    const phases = [phase(lantern, { opensAt: 100n }), second];
    expect(describeSchedule(phases, state(), 450n)).to.deep.equal(["450 undefined: toggleMint()"]);
  });

  it("leaves phases without times to the owner", () => {
    const phases = [phase(lantern, {}), phase(ash, {}, { price: 1n })];
    expect(describeSchedule(phases, state(), 150n)).to.deep.equal([]);
  });
});

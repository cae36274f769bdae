import { expect } from "chai";
import { orderSteps, planPhases } from "#sale/phasePlan";
import { countIds, describeIds, type PhaseRange } from "#sale/phaseRange";

function range(name: string, startingPoint: number, endPoint: number): PhaseRange {
  return { name, startingPoint: BigInt(startingPoint), endPoint: BigInt(endPoint) };
}

const ids = (startingPoint: number, endPoint: number) => range("", startingPoint, endPoint);

describe("describeIds", () => {
  const counts: [start: number, end: number, count: bigint, text: string][] = [
    [1, 49, 48n, "1–48"],
    [7, 9, 2n, "7–8"],
    [7, 8, 1n, "7"],
    [7, 7, 0n, "no IDs"],
    [7, 6, 0n, "no IDs"],
    [0, 1, 1n, "0"],
  ];
  for (const [start, end, count, text] of counts) {
    it(`returns “${text}” for [${start}, ${end})`, () => {
      expect(countIds(ids(start, end))).to.equal(count);
      expect(describeIds(ids(start, end))).to.equal(text);
    });
  }
});

describe("phase change order", () => {
  /** Returns the steps as text: `A 1–9`. */
  const steps = (from: PhaseRange[], to: PhaseRange[]) =>
    orderSteps(from, to).map((phase) => `${phase.name} ${describeIds(phase)}`);

  it("changes the last phase first when each of three phases moves into the next phase's IDs", () => {
    const from = [range("A", 1, 5), range("B", 5, 9), range("C", 9, 13)];
    const to = [range("A", 5, 9), range("B", 9, 13), range("C", 13, 17)];
    expect(steps(from, to)).to.deep.equal(["C 13–16", "B 9–12", "A 5–8"]);
  });

  it("shrinks one phase first when three phases move in a cycle", () => {
    const from = [range("A", 1, 5), range("B", 5, 9), range("C", 9, 13)];
    const to = [range("A", 5, 9), range("B", 9, 13), range("C", 1, 5)];
    expect(steps(from, to)).to.deep.equal(["A no IDs", "C 1–4", "B 9–12", "A 5–8"]);
  });
});

describe("phase draft problems", () => {
  it("mentions the affected phases", () => {
    const onChain = [
      { ...range("A", 1, 11), currentCount: 5n },
      { ...range("B", 21, 31), currentCount: 5n },
    ];
    const named = (...draft: PhaseRange[]) =>
      planPhases({ onChain, draft, maxSupply: 100n }).findings.map(
        ({ kind, phases }) => `${kind}: ${phases.join(", ")}`,
      );
    expect(named(range("A", 2, 11), range("B", 21, 22))).to.deep.equal([
      "startMoved: A",
      "endBelowMinted: B",
      "gap: A, B",
    ]);
    expect(named(range("C", 9, 8), range("D", 10, 200))).to.deep.equal([
      "reversed: C",
      "tooLong: D",
      "overlap: A, D",
      "overlap: D, B",
      "overCap: ",
    ]);
  });
});

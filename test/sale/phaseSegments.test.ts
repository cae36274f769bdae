import { expect } from "chai";
import { planPhases } from "#sale/phasePlan";
import type { PhaseRange } from "#sale/phaseRange";
import { segmentPhases } from "#sale/phaseSegments";
import type { PhaseFacts } from "#sale/saleFacts";

const onChain: PhaseFacts[] = [
  { ...range("First Dust", 1n, 49n), currentCount: 48n },
  { ...range("Lantern", 101n, 161n), currentCount: 20n },
  { ...range("Crossing", 201n, 401n), currentCount: 0n },
];

/** Returns these phases' segments after a draft, as text. */
function segments(...draft: PhaseRange[]): string[] {
  const { wanted } = planPhases({ onChain, draft, maxSupply: 10_000n });
  return segmentPhases(wanted, onChain).map(({ kind, startingPoint, endPoint, names }) =>
    `${startingPoint}–${endPoint - 1n} ${kind} ${names.join(", ")}`.trim(),
  );
}

describe("phase segments", () => {
  it("returns the minted and open parts and the gaps, sorted by ID", () => {
    expect(segments()).to.deep.equal([
      "1–48 minted First Dust",
      "49–100 gap",
      "101–120 minted Lantern",
      "121–160 open Lantern",
      "161–200 gap",
      "201–400 open Crossing",
    ]);
  });

  it("includes overlaps, and minted IDs outside their phase", () => {
    const draft = [range("First Dust", 1n, 41n), range("Crossing", 151n, 171n)];
    expect(segments(...draft)).to.deep.equal([
      "1–40 minted First Dust",
      "41–48 lost First Dust",
      "49–100 gap",
      "101–120 minted Lantern",
      "121–150 open Lantern",
      "151–160 overlap Lantern, Crossing",
      "161–170 open Crossing",
    ]);
    const taken = segments(range("First Dust", 1n, 41n), range("Crossing", 41n, 61n));
    expect(taken.slice(1, 3)).to.deep.equal(["41–48 lost First Dust", "49–60 open Crossing"]);
  });
});

function range(name: string, startingPoint: bigint, endPoint: bigint): PhaseRange {
  return { name, startingPoint, endPoint };
}

import { expect } from "chai";
import { planPhases } from "#protocol/sale/phasePlan";
import type { PhaseRange } from "#protocol/sale/phaseRange";
import { segmentPhases } from "#protocol/sale/phaseSegments";
import type { PhaseFacts } from "#protocol/sale/saleFacts";

const onChain: PhaseFacts[] = [
  { ...range("First Dust", 1n, 49n), currentCount: 48n },
  { ...range("Lantern", 101n, 161n), currentCount: 20n },
  { ...range("Crossing", 201n, 401n), currentCount: 0n },
];

/** The segments of these phases after a draft, as text. */
function segments(...draft: PhaseRange[]): string[] {
  const { wanted } = planPhases({ onChain, draft, maxSupply: 10_000n });
  return segmentPhases(wanted, onChain).map(({ kind, startingPoint, endPoint, names }) =>
    `${startingPoint}–${endPoint - 1n} ${kind} ${names.join(", ")}`.trim(),
  );
}

describe("the segments of the phases", () => {
  it("are the minted and open parts and the gaps, in the order of IDs", () => {
    expect(segments()).to.deep.equal([
      "1–48 minted First Dust",
      "49–100 gap",
      "101–120 minted Lantern",
      "121–160 open Lantern",
      "161–200 gap",
      "201–400 open Crossing",
    ]);
  });

  it("include a phase of one ID", () => {
    const one = segmentPhases([range("A", 5n, 6n)], []);
    expect(one).to.deep.equal([{ startingPoint: 5n, endPoint: 6n, kind: "open", names: ["A"] }]);
  });

  it("include overlaps, and minted IDs outside their phase", () => {
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
  });

  it("are merged if neighbours are alike, and name overlapping phases in the given order", () => {
    const phases = [range("B", 1n, 11n), range("A", 1n, 6n), range("C", 11n, 21n)];
    const minted = [
      { ...range("A", 1n, 6n), currentCount: 2n },
      { ...range("C", 11n, 21n), currentCount: 10n },
      { ...range("D", 30n, 32n), currentCount: 1n },
      { ...range("E", 31n, 33n), currentCount: 1n },
    ];
    const found = segmentPhases(phases, minted).map(
      ({ kind, startingPoint, endPoint, names }) =>
        `${startingPoint}–${endPoint - 1n} ${kind} ${names.join(", ")}`,
    );
    expect(found).to.deep.equal([
      "1–5 overlap B, A",
      "6–10 open B",
      "11–20 minted C",
      "21–29 gap ",
      "30–30 lost D",
      "31–31 lost E",
    ]);
  });

  it("end at the last ID", () => {
    const last = segments(range("Far", 2n ** 64n - 11n, 2n ** 64n - 1n));
    expect(last.slice(-2)).to.deep.equal([
      `401–${2n ** 64n - 12n} gap`,
      `${2n ** 64n - 11n}–${2n ** 64n - 2n} open Far`,
    ]);
  });

  it("are none without phases", () => {
    expect(segmentPhases([], [])).to.deep.equal([]);
  });
});

function range(name: string, startingPoint: bigint, endPoint: bigint): PhaseRange {
  return { name, startingPoint, endPoint };
}

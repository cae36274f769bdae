import { expect } from "chai";
import { orderSteps } from "#protocol/sale/phaseOrder";
import { planPhases } from "#protocol/sale/phasePlan";
import {
  countIds,
  describeIds,
  overlap,
  type PhaseRange,
  sharedIds,
} from "#protocol/sale/phaseRange";

function range(name: string, startingPoint: number, endPoint: number): PhaseRange {
  return { name, startingPoint: BigInt(startingPoint), endPoint: BigInt(endPoint) };
}

const ids = (startingPoint: number, endPoint: number) => range("", startingPoint, endPoint);

describe("the IDs of a range", () => {
  const counts: [start: number, end: number, count: bigint, words: string][] = [
    [1, 49, 48n, "1–48"],
    [7, 9, 2n, "7–8"],
    [7, 8, 1n, "7"],
    [7, 7, 0n, "no IDs"],
    [7, 6, 0n, "no IDs"],
    [0, 1, 1n, "0"],
  ];
  for (const [start, end, count, words] of counts) {
    it(`are ${words} from ${start} up to ${end}`, () => {
      expect(countIds(ids(start, end))).to.equal(count);
      expect(describeIds(ids(start, end))).to.equal(words);
    });
  }

  const shared: [one: PhaseRange, other: PhaseRange, words: string][] = [
    [ids(1, 5), ids(5, 9), "no IDs"],
    [ids(1, 6), ids(5, 9), "5"],
    [ids(1, 9), ids(3, 5), "3–4"],
    [ids(1, 9), ids(1, 9), "1–8"],
    [ids(1, 3), ids(7, 9), "no IDs"],
    [ids(3, 3), ids(1, 9), "no IDs"],
  ];
  for (const [one, other, words] of shared) {
    it(`are ${words} in the overlap of two ranges, in either order`, () => {
      for (const both of [sharedIds(one, other), sharedIds(other, one)]) {
        expect(describeIds(both)).to.equal(words);
        expect(both.startingPoint <= both.endPoint).to.equal(true);
      }
      expect(overlap(one, other)).to.equal(words !== "no IDs");
      expect(overlap(other, one)).to.equal(words !== "no IDs");
    });
  }
});

describe("the order of phase changes", () => {
  /** The steps as text: `A 1–9`. */
  const steps = (from: PhaseRange[], to: PhaseRange[]) =>
    orderSteps(from, to).map((phase) => `${phase.name} ${describeIds(phase)}`);

  it("changes the last of three phases first when each moves into the next one's IDs", () => {
    const from = [range("A", 1, 5), range("B", 5, 9), range("C", 9, 13)];
    const to = [range("A", 5, 9), range("B", 9, 13), range("C", 13, 17)];
    expect(steps(from, to)).to.deep.equal(["C 13–16", "B 9–12", "A 5–8"]);
  });

  it("shrinks one of three phases first when they move in a cycle", () => {
    const from = [range("A", 1, 5), range("B", 5, 9), range("C", 9, 13)];
    const to = [range("A", 5, 9), range("B", 9, 13), range("C", 1, 5)];
    expect(steps(from, to)).to.deep.equal(["A no IDs", "C 1–4", "B 9–12", "A 5–8"]);
  });

  it("keeps the IDs that a phase has before and after", () => {
    const from = [range("A", 1, 9), range("B", 9, 17)];
    const to = [range("A", 5, 13), range("B", 1, 5)];
    expect(steps(from, to)).to.deep.equal(["A 5–8", "B 1–4", "A 5–12"]);
  });
});

describe("the findings of a draft, without the chain", () => {
  const texts = (wanted: PhaseRange[], maxSupply = 100n, minted: bigint[] = []) =>
    planPhases({
      onChain: wanted.map((phase, index) => ({ ...phase, currentCount: minted[index] ?? 0n })),
      draft: [],
      maxSupply,
    }).findings.map(({ text }) => text);
  it("name the phases in question", () => {
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

  const gap = (what: string) =>
    `No phase has ${what}. Gaps are allowed; nobody can mint these IDs.`;

  it("name the gap after a phase that contains another", () => {
    const wanted = [range("A", 1, 21), range("B", 5, 9), range("C", 31, 41)];
    expect(texts(wanted)).to.deep.equal([
      "“A” and “B” would share the IDs 5–8. Move or shorten one of them.",
      gap("the IDs 21–30, between “A” and “C”"),
    ]);
    expect(texts([range("A", 1, 21), range("B", 5, 31), range("C", 31, 41)])).to.have.length(1);
    const sameEnd = [range("A", 1, 21), range("B", 5, 21), range("C", 31, 41)];
    expect(texts(sameEnd).at(-1)).to.equal(gap("the IDs 21–30, between “A” and “C”"));
  });

  it("allow exactly the maximum supply, for one phase and for all", () => {
    expect(texts([range("A", 1, 101)])).to.deep.equal([]);
    expect(texts([range("A", 1, 51), range("B", 51, 101)])).to.deep.equal([]);
    expect(texts([range("A", 1, 51), range("B", 51, 102)])).to.deep.equal([
      "Together the phases have 101 IDs, more than the maximum supply of 100. The contract allows it, but minting stops at 100.",
    ]);
    expect(texts([range("A", 1, 102)])[0]).to.equal(
      "“A” would have 101 IDs, more than the maximum supply of 100. Shorten it.",
    );
  });

  it("name a phase that would exclude its minted drifters, one or more", () => {
    const moved = (draft: PhaseRange, currentCount: bigint) =>
      planPhases({
        onChain: [{ ...range("A", 11, 21), currentCount }],
        draft: [draft],
        maxSupply: 100n,
      }).findings.map(({ text }) => text);
    expect(moved(range("A", 11, 12), 1n)).to.deep.equal([]);
    expect(moved(range("A", 11, 11), 1n)).to.deep.equal([
      "“A” would end below its 1 minted drifter. End it at 12 or later.",
    ]);
    expect(moved(range("A", 10, 21), 1n)).to.deep.equal([
      "“A” would begin at 10, away from its 1 minted drifter. Keep its start at 11.",
    ]);
    expect(moved(range("A", 10, 21), 0n)).to.deep.equal([]);
    expect(moved(range("A", 11, 12), 2n)).to.have.length(1);
  });
});

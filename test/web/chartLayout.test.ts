import { expect } from "chai";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import { countPieces, createScale } from "../../web/src/phases/chartLayout.ts";

function segment(
  startingPoint: bigint,
  endPoint: bigint,
  kind: PhaseSegment["kind"],
  ...names: string[]
): PhaseSegment {
  return { startingPoint, endPoint, kind, names };
}

const onChain = [
  segment(1n, 11n, "minted", "Dust"),
  segment(11n, 111n, "open", "Dust"),
  segment(111n, 5_000n, "gap"),
  segment(5_000n, 5_001n, "open", "Ember"),
];

const rounded = (percent: number) => Number(percent.toFixed(9));

describe("the picture of the phases", () => {
  it("gives every segment a width, that of a factor of ten more one unit more, and gaps the same one", () => {
    const scale = createScale([onChain]);
    // Ten IDs, a hundred, a gap, one: 2.2, 3.2, 1 and 1.2 units.
    const total = 2.2 + 3.2 + 1 + 1.2;
    const places = [1n, 11n, 111n, 5_000n, 5_001n].map(scale);
    const expected = [0, 2.2, 5.4, 6.4, total].map((sum) => (100 * sum) / total);
    expect(places.map(rounded)).to.deep.equal(expected.map(rounded));
  });

  it("puts an ID at the same place in both rows, and widens a gap that one row fills", () => {
    const drafted = [segment(1n, 111n, "open", "Dust"), segment(111n, 5_000n, "open", "Ember")];
    const rows = [onChain, drafted];
    const scale = createScale(rows);
    expect(countPieces(rows)).to.equal(4);
    const gap = createScale([onChain]);
    expect(scale(5_000n) - scale(111n)).to.be.greaterThan(gap(5_000n) - gap(111n));
    expect([1n, 5_001n].map(scale).map(rounded)).to.deep.equal([0, 100]);
    expect(scale(5_000n)).to.be.within(scale(111n), 100);
    const between = createScale([onChain, [segment(50n, 60n, "open", "Ember")]]);
    const places = [11n, 50n, 60n, 111n].map(between);
    expect(places).to.deep.equal([...places].sort((one, other) => one - other));
  });
});

import { expect } from "chai";
import { arrange } from "../../../api/src/catalogue/arrange.ts";

const ids = Array.from({ length: 50 }, (_, index) => String(index));
const lines = ids.map((id) => [id, String((Number(id) * 7 + 3) % 50)] as const);

describe("arrange", () => {
  it("returns the same positions for the same points and lines, all apart and inside", () => {
    const { rows, points } = arrange(ids, lines);
    expect(arrange(ids, lines)).to.deep.equal({ rows, points });
    expect(points.map(({ id }) => id).toSorted()).to.deep.equal(ids.toSorted());
    // On a phone: 350 pixels wide, 124 a row.
    const places = points.map(({ x, y }) => ({ left: x * 3.5, top: (y / 100) * rows * 124 }));
    for (const [index, { left, top }] of places.entries()) {
      expect([left > 28, left < 322, top > 28, top < rows * 124 - 28]).not.to.include(false);
      for (const other of places.slice(index + 1))
        expect(Math.hypot(left - other.left, top - other.top)).to.be.greaterThan(54);
    }
  });

  it("brings points that are joined together, and arranges none or one", () => {
    const far = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    const { points } = arrange(far, [["1", "9"]]);
    const [one, nine] = ["1", "9"].map((id) => points.find((point) => point.id === id));
    expect(Math.hypot((one?.x ?? 0) - (nine?.x ?? 0), (one?.y ?? 0) - (nine?.y ?? 0))).to.be.below(
      45,
    );
    expect(arrange([], [])).to.deep.equal({ rows: 0, points: [] });
    expect(arrange(["7"], []).points).to.have.length(1);
  });
});

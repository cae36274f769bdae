import { expect } from "chai";
import fc from "fast-check";
import { narrativeHash } from "#protocol/stories/narrativeMessage";
import { sealPath } from "#protocol/stories/seal";

describe("sealPath", () => {
  it("draws different seals for different texts, and the same seal for the same text", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const [seal, second] = [one, other].map((text) => sealPath(narrativeHash(text)));
        expect(sealPath(narrativeHash(one))).to.equal(seal);
        expect(seal === second).to.equal(one === other);
      }),
    );
  });

  it("draws 64 rays, a disc, a star and a core, within a square of 64", () => {
    const path = sealPath("f".repeat(64));
    expect(path.match(/M/g)).to.have.length(67);
    const points = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].flatMap(([, x, y]) => [x, y]);
    expect(Math.max(...points.map(Number))).to.be.at.most(64);
    expect(path).not.to.match(/NaN|-/);
  });
});

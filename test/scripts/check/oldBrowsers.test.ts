import { expect } from "chai";
import { newerFunctions, newerSyntax } from "../../../scripts/check/oldBrowsers.ts";

describe("oldest-browsers check", () => {
  for (const [code, found] of [
    ["URL.parse(text)", ["URL.parse"]],
    ["Map.groupBy(list, f)", ["Map.groupBy"]],
    ["Object.groupBy(list, f)", ["Object.groupBy"]],
    ["AbortSignal.any(signals)", ["AbortSignal.any"]],
    ["list.toSorted()", [".toSorted"]],
    ["list.toReversed()", [".toReversed"]],
    ["list.toSpliced(1, 1)", [".toSpliced"]],
    ["list.with(1, x)", [".with"]],
    ["text.isWellFormed()", [".isWellFormed"]],
    ["new Intl.Segmenter('en')", ["Intl.Segmenter"]],
    ["Promise.withResolvers()", ["Promise.withResolvers"]],
    ["Array.fromAsync(list)", ["Array.fromAsync"]],
    ["set.union(other)", [".union"]],
    ["Iterator.from(list)", ["Iterator.from"]],
  ] as const) {
    it(`finds ${code}`, () => {
      expect(newerFunctions(code)).to.deep.equal(found);
    });
  }

  it("accepts older functions, same-named properties, and guarded calls", () => {
    const code = `structuredClone(x).at(-1); this.Iterator = { with: 1 }.with; text.isWellFormed?.();
      typeof Temporal === "object"; list.map(f).flat().findLast(f);`;
    expect(newerFunctions(code)).to.deep.equal([]);
  });

  it("finds syntax that the build does not rewrite", async () => {
    expect(await newerSyntax("const x = /[\\p{L}--[a-z]]/v;")).to.have.lengthOf(1);
    expect(
      await newerSyntax("class A { static #b = 1; c = this?.d ?? /(?<=x)y/u; }"),
    ).to.deep.equal([]);
  });
});

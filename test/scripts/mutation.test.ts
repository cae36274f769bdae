import { stripTypeScriptTypes } from "node:module";
import { expect } from "chai";
import { describeMutant } from "../../scripts/lab/assurance/mutants/mutant.ts";
import { drawMutants } from "../../scripts/lab/mutation/chooseMutants.ts";
import { findTypeScriptMutants } from "../../scripts/lab/mutation/findMutants.ts";
import { instrument } from "../../scripts/lab/mutation/instrument.ts";
import { mutate } from "../../scripts/lab/mutation/typeCheck.ts";

describe("the mutator of TypeScript", () => {
  const changesOf = (source: string, file = "small.ts") =>
    findTypeScriptMutants(file, source).map(describeMutant);

  it("changes conditions, operators and literals", () => {
    expect(changesOf("if (a < 10 && !isOpen) count += 1;")).to.have.members([
      "a < 10 && !isOpen → true",
      "a < 10 && !isOpen → false",
      "a < 10 && !isOpen → a < 10",
      "a < 10 && !isOpen → !isOpen",
      "< → <=",
      "< → >=",
      "10 → 11",
      "!isOpen → isOpen",
      "count += 1; → nothing",
      "+= → -=",
      "1 → 2",
    ]);
  });

  it("removes awaits, calls, statements and bodies of handlers", () => {
    const source = "try { await file.sync(); } catch { list = names.sort().some(isNew); }";
    expect(changesOf(source)).to.have.members([
      "await file.sync(); → nothing",
      "await file.sync() → file.sync()",
      "{ list = names.sort().some(isNew); } → {}",
      "list = names.sort().some(isNew); → nothing",
      "some → every",
      ".sort() → nothing",
    ]);
  });

  it("removes attributes of elements, but keeps styles and components", () => {
    const source = `const a = <p role="alert" className="b" id={c}><Part d="e" /></p>;`;
    expect(changesOf(source, "small.tsx")).to.have.members([
      '"alert" → undefined',
      "c → undefined",
    ]);
  });

  it("does not change types, strings, names and patterns", () => {
    const source = `
      import { a } from "b" with { type: "json" };
      type C = 1 | true;
      const { d } = { "e": \`\${a}\` + "f" } as { d?: 1 };
      export { d as g };`;
    expect(changesOf(source)).to.deep.equal([]);
  });
});

describe("a source that contains all its mutants", () => {
  const source = `
    function small(list: readonly number[], start?: { by: number }): unknown[] {
      const seen: number[] = [];
      for (const each of list) {
        if (each === 3) continue;
        seen.push(start?.by ?? (each > 1 ? -each : each * 2));
      }
      return [
        ...seen.filter(
          (each) =>
            each < 4 &&
            each !== 0,
        ),
        (list as number[]).slice(1),
      ];
    }`;
  const mutants = findTypeScriptMutants("small.ts", source);
  const inputs = [[[1, 2, 3, 4, 0]], [[], { by: 0 }], [[2, 3], { by: 7 }]];

  function resultsOf(typescript: string, isMutant: (number: number) => boolean): string {
    const body = `${stripTypeScriptTypes(typescript)}; return small;`;
    const small = new Function("globalThis", body)({ isMutant__: isMutant });
    return JSON.stringify(
      inputs.map((input) => {
        try {
          return small(...input);
        } catch (error) {
          return String(error);
        }
      }),
    );
  }

  const mutated = instrument(
    source,
    mutants.map((mutant, number) => ({ number, mutant })),
  );

  it("behaves like the original while no mutant is active", () => {
    expect(resultsOf(mutated, () => false)).to.equal(resultsOf(source, () => false));
  });

  it("behaves like the mutated source while a mutant is active", () => {
    expect(mutants).to.have.length.greaterThan(15);
    for (const [number, mutant] of mutants.entries()) {
      const found = resultsOf(mutated, (each) => each === number);
      expect(found, describeMutant(mutant)).to.equal(
        resultsOf(mutate(source, mutant), () => false),
      );
    }
  });

  it("keeps every line number", () => {
    expect(mutated.split("\n")).to.have.length(source.split("\n").length);
  });
});

describe("a sample of TypeScript mutants", () => {
  const draw = (sources: Record<string, string>, seed: string) => {
    const mutants = Object.entries(sources).flatMap(([file, text]) =>
      findTypeScriptMutants(file, text),
    );
    const prepared = { mutants, sources: new Map(Object.entries(sources)) };
    const numbers = mutants.map((_, number) => number);
    return drawMutants(prepared, numbers, seed).map((number) => {
      const mutant = mutants[number];
      return mutant && `${mutant.file}:${mutant.line} ${describeMutant(mutant)}`;
    });
  };
  const small = "first(1);\nsecond(2);\nsecond(2);";

  it("has each mutant once, in an order that the seed decides", () => {
    const drawn = draw({ "a.ts": small }, "1");
    expect(draw({ "a.ts": small }, "1")).to.deep.equal(drawn);
    expect(draw({ "a.ts": small }, "2")).not.to.deep.equal(drawn);
    expect(drawn.toSorted()).to.deep.equal(draw({ "a.ts": small }, "2").toSorted());
  });

  it("keeps the order of the others when a mutant is added or removed", () => {
    const drawn = draw({ "a.ts": small }, "1");
    const grown = draw({ "0.ts": "zeroth(0);", "a.ts": `${small}\nthird(3);` }, "1");
    expect(grown.filter((each) => drawn.includes(each))).to.deep.equal(drawn);
  });
});

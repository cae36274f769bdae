import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { describeMutant } from "../../scripts/lab/assurance/mutants/mutant.ts";
import { shuffle } from "../../scripts/lab/mutation/chooseMutants.ts";
import { staleExplanations } from "../../scripts/lab/mutation/explanations.ts";
import { findTypeScriptMutants } from "../../scripts/lab/mutation/findMutants.ts";
import { instrument } from "../../scripts/lab/mutation/instrument.ts";
import { MutationJudge, type StartProcess } from "../../scripts/lab/mutation/judge.ts";
import type { RunResult, TestSelection } from "../../scripts/lab/mutation/messages.ts";
import { fitInto, type PlannedFile, planFor } from "../../scripts/lab/mutation/plan.ts";
import { noMutant } from "../../scripts/lab/mutation/switch.ts";
import { mutate } from "../../scripts/lab/mutation/typeCheck.ts";
import { VerdictFile } from "../../scripts/lab/mutation/verdicts.ts";

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

  it("leaves out awaits, calls, statements and what a handler does", () => {
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

  it("takes attributes from elements, and looks and components as they are", () => {
    const source = `const a = <p role="alert" className="b" id={c}><Part d="e" /></p>;`;
    expect(changesOf(source, "small.tsx")).to.have.members([
      '"alert" → undefined',
      "c → undefined",
    ]);
  });

  it("leaves types, texts, names and patterns alone", () => {
    const source = `
      import { a } from "b" with { type: "json" };
      type C = 1 | true;
      const { d } = { "e": \`\${a}\` + "f" } as { d?: 1 };
      export { d as g };`;
    expect(changesOf(source)).to.deep.equal([]);
  });
});

describe("a source with all its mutants", () => {
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

  it("does what the source does while none is on", () => {
    expect(resultsOf(mutated, () => false)).to.equal(resultsOf(source, () => false));
  });

  it("does what the changed source does while one is on", () => {
    expect(mutants).to.have.length.greaterThan(15);
    for (const [number, mutant] of mutants.entries()) {
      const found = resultsOf(mutated, (each) => each === number);
      expect(found, describeMutant(mutant)).to.equal(
        resultsOf(mutate(source, mutant), () => false),
      );
    }
  });

  it("keeps every line where it was", () => {
    expect(mutated.split("\n")).to.have.length(source.split("\n").length);
  });
});

describe("the tests that judge a mutant", () => {
  const coverage = new Map(
    Object.entries({
      "slow.test.ts": { loading: [], shared: [2], reached: [[1], []], milliseconds: 900 },
      "quick.test.ts": { loading: [3], shared: [], reached: [[1], [1, 4]], milliseconds: 20 },
    }).map(([file, { reached, ...rest }]) => [
      file,
      {
        ...rest,
        failing: [],
        tests: reached.map((each, index) => ({
          title: `test ${index}`,
          milliseconds: 5,
          reached: each,
        })),
      },
    ]),
  );
  const durations = { "slow.test.ts": 4, "quick.test.ts": 1 };
  const titles = (number: number) =>
    planFor(number, coverage, durations).map(({ file, tests }) => [
      file,
      ...tests.map(({ title }) => title),
    ]);

  it("are those that reach it, those of the quickest file first", () => {
    expect(titles(1)).to.deep.equal([
      ["quick.test.ts", "test 0", "test 1"],
      ["slow.test.ts", "test 0"],
    ]);
    expect(titles(4)).to.deep.equal([["quick.test.ts", "test 1"]]);
    expect(titles(5)).to.deep.equal([]);
  });

  it("are first the three that reach the fewest other mutants, where a file takes long", () => {
    const durations = { "slow.test.ts": 9 };
    const tests = [5, 3, 1, 2, 4].map((breadth) => ({
      title: `reaches ${breadth}`,
      milliseconds: 1_000,
      reached: Array.from({ length: breadth }, (_, index) => index),
    }));
    const slow = { loading: [], shared: [], failing: [], tests, milliseconds: 9_000 };
    const plans = planFor(0, new Map([["slow.test.ts", slow]]), durations);
    expect(plans.map((plan) => [plan.cost, plan.tests.map(({ title }) => title)])).to.deep.equal([
      [7_000, ["reaches 1", "reaches 2", "reaches 3"]],
      [6_000, ["reaches 4", "reaches 5"]],
    ]);
  });

  it("are as many as may be run", () => {
    const tests = ["a", "b", "c"].map((title) => ({ title, timeout: 1, cost: 10 }));
    const plan = { file: "a.test.ts", tests, milliseconds: 1, cost: 35, isLoading: false };
    const fitting = (cost: number) => fitInto(plan, cost)?.tests.map(({ title }) => title);
    expect([14, 15, 34, 35].map(fitting)).to.deep.equal([
      undefined,
      ["a"],
      ["a", "b"],
      ["a", "b", "c"],
    ]);
  });

  it("are all of a file when a hook of a group reaches it, or loading the file", () => {
    expect(titles(2)).to.deep.equal([["slow.test.ts", "test 1", "test 0"]]);
    expect(titles(3)).to.deep.equal([["quick.test.ts", "test 0", "test 1"]]);
    expect(planFor(3, coverage, durations).map(({ isLoading }) => isLoading)).to.deep.equal([true]);
  });
});

describe("the judge of mutants", () => {
  const plan: PlannedFile[] = [
    {
      file: "a.test.ts",
      tests: [{ title: "a", timeout: 1, cost: 1 }],
      milliseconds: 1,
      cost: 1,
      isLoading: false,
    },
  ];

  /** Processes in which the test fails as told: by what is on from the start, what is on now, what was on before. */
  function processes(
    fails: (state: { first: number; now: number; before: readonly number[] }) => boolean,
    reached: (now: number) => boolean = () => true,
  ): { start: StartProcess; started: number[] } {
    const started: number[] = [];
    const start: StartProcess = async (first = noMutant) => {
      const before: number[] = [];
      started.push(first);
      return {
        isLost: false,
        close: async () => {},
        kill: () => {},
        async ask(question) {
          const { number: now } = question as TestSelection;
          const isFailure = fails({ first, now, before });
          before.push(now);
          const failure = { title: "a", reason: "", isTimeout: false };
          const result: RunResult = { titles: ["a"], isReached: reached(now) };
          return { type: "ran", ...result, ...(isFailure && { failure }) };
        },
      };
    };
    return { start, started };
  }

  it("has killed a mutant when a test fails with it only", async () => {
    const { start, started } = processes(({ now }) => now === 7);
    const verdict = await new MutationJudge(start, 1_000).judge(7, plan);
    expect(verdict).to.deep.equal({ fate: "killed", by: { file: "a.test.ts", title: "a" } });
    expect(started).to.deep.equal([noMutant]);
  });

  it("does not blame a mutant for what an earlier one left behind", async () => {
    const { start } = processes(({ before }) => before.includes(6));
    const judge = new MutationJudge(start, 1_000);
    await judge.judge(6, plan);
    expect(await judge.judge(7, plan)).to.deep.include({ fate: "survived" });
  });

  it("does not blame a mutant for a test that fails by itself", async () => {
    const { start } = processes(() => true);
    const verdict = await new MutationJudge(start, 1_000).judge(7, plan);
    expect(verdict).to.deep.include({ fate: "survived" });
  });

  it("starts a process with the mutant on when its place is no longer reached", async () => {
    const { start, started } = processes(
      ({ first }) => first === 7,
      () => false,
    );
    const verdict = await new MutationJudge(start, 1_000).judge(7, plan);
    expect(verdict.fate).to.equal("killed");
    expect(started).to.deep.equal([noMutant, 7, 7]);
  });

  it("counts the tests that a survivor has seen", async () => {
    const { start } = processes(() => false);
    const slow = plan.map((file) => ({ ...file, cost: 2_000 }));
    const verdict = await new MutationJudge(start, 1_000).judge(7, [...plan, ...slow]);
    expect(verdict).to.deep.equal({ fate: "survived", tests: { run: 1, of: 2 } });
  });
});

describe("what is known of a mutant", () => {
  const mutants = findTypeScriptMutants("small.ts", "act();");

  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  async function known(change: "source" | "test" | "other test" | undefined) {
    const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-verdicts-"));
    folders.push(folder);
    const [test, other] = [join(folder, "a.test.ts"), join(folder, "b.test.ts")];
    await writeFile(test, "1");
    await writeFile(other, "1");
    const plan = [test, other].map((file) => ({
      file,
      tests: [],
      milliseconds: 1,
      cost: 1,
      isLoading: false,
    }));
    const fates = [];
    for (const verdict of [
      { fate: "killed", by: { file: test, title: "a" } },
      { fate: "survived" },
    ] as const) {
      await writeFile(test, "1");
      await writeFile(other, "1");
      for (const mutant of mutants)
        await (await VerdictFile.open(folder, 60)).add(mutant, "act();", plan, verdict);
      if (change === "test") await writeFile(test, "2");
      if (change === "other test") await writeFile(other, "2");
      const source = change === "source" ? "act(); " : "act();";
      const file = await VerdictFile.open(folder, 60);
      for (const mutant of mutants) fates.push((await file.find(mutant, source, plan))?.fate);
    }
    return fates;
  }

  it("holds until its source changes, the test that killed it, or any test if none did", async () => {
    expect(await known(undefined)).to.deep.equal(["killed", "survived"]);
    expect(await known("source")).to.deep.equal([undefined, undefined]);
    expect(await known("test")).to.deep.equal([undefined, undefined]);
    expect(await known("other test")).to.deep.equal(["killed", undefined]);
  });

  it("does not hold for a survivor once more of its tests are run", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-verdicts-"));
    folders.push(folder);
    const found = [];
    for (const run of [1, 2]) {
      const verdict = { fate: "survived", tests: { run, of: 2 } } as const;
      for (const mutant of mutants) {
        await (await VerdictFile.open(folder, 60)).add(mutant, "act();", [], verdict);
        const later = await VerdictFile.open(folder, 61);
        found.push((await later.find(mutant, "act();", []))?.fate);
      }
    }
    expect(found).to.deep.equal([undefined, "survived"]);
  });

  it("includes no explanation of a line that has changed", () => {
    const explanation = { file: "small.ts", line: "act();", change: "act(); → nothing", why: "" };
    const prepared = { folder: "", mutants, sources: new Map([["small.ts", "act();"]]) };
    expect(staleExplanations([explanation], prepared)).to.deep.equal([]);
    const changed = { ...explanation, line: "act(1);" };
    expect(staleExplanations([changed], prepared)).to.deep.equal([changed]);
  });
});

describe("a sample of TypeScript mutants", () => {
  it("begins with the same ones for the same seed, however many are wanted", () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index);
    expect(shuffle(numbers, "1")).to.deep.equal(shuffle(numbers, "1"));
    expect(shuffle(numbers, "1")).not.to.deep.equal(shuffle(numbers, "2"));
    expect(shuffle(numbers, "1").sort((a, b) => a - b)).to.deep.equal(numbers);
  });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { refuseFailing } from "../../scripts/lab/mutation/coverage.ts";
import { staleExplanations } from "../../scripts/lab/mutation/explanations.ts";
import { findTypeScriptMutants } from "../../scripts/lab/mutation/findMutants.ts";
import { MutationJudge, type StartProcess } from "../../scripts/lab/mutation/judge.ts";
import type {
  MutationAnswer,
  MutationQuestion,
  RunResult,
  TestSelection,
} from "../../scripts/lab/mutation/messages.ts";
import { fitInto, type PlannedFile, planFor } from "../../scripts/lab/mutation/plan.ts";
import { ResultFile } from "../../scripts/lab/mutation/results.ts";
import { noMutant } from "../../scripts/lab/mutation/switch.ts";
import { TestProcesses } from "../../scripts/lab/mutation/testProcesses.ts";

describe("a run of npm run mutate", () => {
  it("stops when tests of more than a tenth of the files fail without a mutant", () => {
    const coverage = (failing: number) =>
      new Map(
        Array.from({ length: 20 }, (_, index) => [
          `${index}.test.ts`,
          {
            loading: [],
            shared: [],
            tests: [],
            failing: index < failing ? ["fails"] : [],
            milliseconds: 1,
          },
        ]),
      );
    refuseFailing(coverage(2));
    expect(() => refuseFailing(coverage(3))).to.throw(
      "Tests of 3 of 20 files fail without a mutant",
    );
  });
});

describe("the tests chosen for a mutant", () => {
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

  it("are those that reach it, with those of the fastest file first", () => {
    expect(titles(1)).to.deep.equal([
      ["quick.test.ts", "test 0", "test 1"],
      ["slow.test.ts", "test 0"],
    ]);
    expect(titles(4)).to.deep.equal([["quick.test.ts", "test 1"]]);
    expect(titles(5)).to.deep.equal([]);
  });

  it("are, in a slow file, first the three that reach the fewest other mutants", () => {
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

  it("are limited to the maximum number", () => {
    const tests = ["a", "b", "c"].map((title) => ({ title, timeout: 1, cost: 10 }));
    const plan = { file: "a.test.ts", tests, cost: 35, isLoading: false };
    const fitting = (cost: number) => fitInto(plan, cost)?.tests.map(({ title }) => title);
    expect([14, 15, 34, 35].map(fitting)).to.deep.equal([
      undefined,
      ["a"],
      ["a", "b"],
      ["a", "b", "c"],
    ]);
  });

  it("are all of a file if a hook of a suite or the loading of the file reaches it", () => {
    expect(titles(2)).to.deep.equal([["slow.test.ts", "test 1", "test 0"]]);
    expect(titles(3)).to.deep.equal([["quick.test.ts", "test 0", "test 1"]]);
    expect(planFor(3, coverage, durations).map(({ isLoading }) => isLoading)).to.deep.equal([true]);
  });
});

describe("the processes of a mutation run", () => {
  function start() {
    const started: { files: string[]; isLost: boolean }[] = [];
    const processes = new TestProcesses(async () => {
      const files: string[] = [];
      const one = {
        files,
        isLost: false,
        close: async () => {},
        kill() {
          one.isLost = true;
        },
        ask: async (question: MutationQuestion): Promise<MutationAnswer> => {
          files.push(Object(question).file);
          return { type: "ran", titles: [], isReached: true };
        },
      };
      started.push(one);
      return one;
    });
    const run = (file: string) => processes.ask({ type: "run", number: 1, file, tests: [] }, 1_000);
    return { processes, started, run };
  }

  it("run component tests in one of their own", async () => {
    const { started, run } = start();
    expect(started).to.deep.equal([]);
    for (const file of ["test/web/a.test.ts", "test/web/components/b.test.tsx"]) {
      await run(file);
      await run(file);
    }
    expect(started.map(({ files }) => files)).to.deep.equal([
      ["test/web/a.test.ts", "test/web/a.test.ts"],
      ["test/web/components/b.test.tsx", "test/web/components/b.test.tsx"],
    ]);
  });

  it("are lost when one of them is", async () => {
    const { processes, started, run } = start();
    await run("test/web/a.test.ts");
    await run("test/web/components/b.test.tsx");
    expect(processes.isLost).to.equal(false);
    Object.assign(started[1] ?? {}, { isLost: true });
    expect(processes.isLost).to.equal(true);
    processes.kill();
    expect(started.map(({ isLost }) => isLost)).to.deep.equal([true, true]);
  });
});

describe("the run of a mutant", () => {
  const plan: PlannedFile[] = [
    {
      file: "a.test.ts",
      tests: [{ title: "a", timeout: 1, cost: 1 }],
      cost: 1,
      isLoading: false,
    },
  ];

  /** Returns processes whose test fails depending on the mutants active at the start, now and before. */
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

  it("counts a mutant as killed when a test fails with it only", async () => {
    const { start, started } = processes(({ now }) => now === 7);
    const result = await new MutationJudge(start, 1_000).judge(7, plan);
    expect(result).to.deep.equal({ fate: "killed", by: { file: "a.test.ts", title: "a" } });
    expect(started).to.deep.equal([noMutant]);
  });

  it("does not count a failure that an earlier mutant caused", async () => {
    const { start } = processes(({ before }) => before.includes(6));
    const judge = new MutationJudge(start, 1_000);
    await judge.judge(6, plan);
    expect(await judge.judge(7, plan)).to.deep.include({ fate: "survived" });
  });

  it("does not count a test that also fails without the mutant", async () => {
    const { start } = processes(() => true);
    const result = await new MutationJudge(start, 1_000).judge(7, plan);
    expect(result).to.deep.include({ fate: "survived" });
  });

  it("starts a process with the active mutant when its line is no longer reached", async () => {
    const { start, started } = processes(
      ({ first }) => first === 7,
      () => false,
    );
    const result = await new MutationJudge(start, 1_000).judge(7, plan);
    expect(result.fate).to.equal("killed");
    expect(started).to.deep.equal([noMutant, 7, 7]);
  });

  it("closes a process that cannot go on before it starts another", async () => {
    const { start, started } = processes(({ now }) => now === 7);
    const closed: number[] = [];
    const judge = new MutationJudge(async (active) => {
      const number = started.length;
      const close = async () => void closed.push(number);
      return { ...(await start(active)), isLost: true, close };
    }, 1_000);
    await judge.judge(7, plan);
    await judge.close();
    expect(closed).to.deep.equal(started.map((_, number) => number));
    expect(started.length).to.be.greaterThan(1);
  });

  it("counts the tests that ran with a survivor", async () => {
    const { start } = processes(() => false);
    const slow = plan.map((file) => ({ ...file, cost: 2_000 }));
    const result = await new MutationJudge(start, 1_000).judge(7, [...plan, ...slow]);
    expect(result).to.deep.equal({ fate: "survived", tests: { run: 1, of: 2 } });
  });
});

describe("the cached result of a mutant", () => {
  const mutants = findTypeScriptMutants("small.ts", "act();");

  const settings = { longestSeconds: 60, project: "/" };
  const folders: string[] = [];
  after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

  async function known(change: "source" | "test" | "other test" | undefined) {
    const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-results-"));
    folders.push(folder);
    const [test, other] = [join(folder, "a.test.ts"), join(folder, "b.test.ts")];
    await writeFile(test, "1");
    await writeFile(other, "1");
    const plan = [test, other].map((file) => ({
      file,
      tests: [],
      cost: 1,
      isLoading: false,
    }));
    const fates = [];
    for (const result of [
      { fate: "killed", by: { file: test, title: "a" } },
      { fate: "survived" },
    ] as const) {
      await writeFile(test, "1");
      await writeFile(other, "1");
      for (const mutant of mutants)
        await (await ResultFile.open(folder, settings)).add(mutant, "act();", plan, result);
      if (change === "test") await writeFile(test, "2");
      if (change === "other test") await writeFile(other, "2");
      const source = change === "source" ? "act(); " : "act();";
      const file = await ResultFile.open(folder, settings);
      for (const mutant of mutants) fates.push((await file.find(mutant, source, plan))?.fate);
    }
    return fates;
  }

  it("is valid until its source changes, or the test that killed it, or any test of a survivor", async () => {
    expect(await known(undefined)).to.deep.equal(["killed", "survived"]);
    expect(await known("source")).to.deep.equal([undefined, undefined]);
    expect(await known("test")).to.deep.equal([undefined, undefined]);
    expect(await known("other test")).to.deep.equal(["killed", undefined]);
  });

  it("is invalid for a survivor when more of its tests are run", async () => {
    const folder = await mkdtemp(join(tmpdir(), "fringe-drifters-results-"));
    folders.push(folder);
    const found = [];
    for (const run of [1, 2]) {
      const result = { fate: "survived", tests: { run, of: 2 } } as const;
      for (const mutant of mutants) {
        await (await ResultFile.open(folder, settings)).add(mutant, "act();", [], result);
        const later = await ResultFile.open(folder, { ...settings, longestSeconds: 61 });
        found.push((await later.find(mutant, "act();", []))?.fate);
      }
    }
    expect(found).to.deep.equal([undefined, "survived"]);
  });

  it("excludes explanations of a line that has changed", () => {
    const explanation = { file: "small.ts", line: "act();", change: "act(); → nothing", why: "" };
    const prepared = { folder: "", mutants, sources: new Map([["small.ts", "act();"]]) };
    expect(staleExplanations([explanation], prepared)).to.deep.equal([]);
    const changed = { ...explanation, line: "act(1);" };
    expect(staleExplanations([changed], prepared)).to.deep.equal([changed]);
  });
});

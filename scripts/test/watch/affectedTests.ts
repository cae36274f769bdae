import type { ImportGraph } from "./importGraph.ts";

/** Tests to run after a change. */
export interface AffectedTests {
  /** Paths from the project's root, the nearest to the change first. */
  tests: string[];
  /** How many further tests reach the change only from afar, and do not run. */
  left: number;
}

/** Folders whose tests need more than seconds: a browser, or a whole stack. They run only when they are saved. */
const slowTests = /^test\/(web\/pages|e2e)\//;

/** Most files of tests that a change of other sources runs: each service under test imports most of them. */
const maxTests = 20;

/** Returns the tests that reach one of the changed files by the graph of imports. */
export function affectedTests(graph: ImportGraph, changed: readonly string[]): AffectedTests {
  const tests = new Set<string>();
  const distant = new Set<string>();
  for (const file of changed) {
    const isSolidity = file.endsWith(".sol");
    for (const each of graph.dependents(file).filter(isTest)) {
      if (each === file || (isSolidity && each.startsWith("test/contracts/"))) tests.add(each);
      else if (!isSolidity && !slowTests.test(each)) distant.add(each);
    }
  }
  const others = [...distant].filter((test) => !tests.has(test));
  return {
    tests: [...tests, ...others.slice(0, maxTests)],
    left: Math.max(others.length - maxTests, 0),
  };
}

/** Whether a change of this file can concern a test. */
export function isWatched(file: string): boolean {
  return /\.(sol|tsx?)$/.test(file) && !file.startsWith("typechain-types/");
}

function isTest(file: string): boolean {
  return file.startsWith("test/") && /\.test\.tsx?$/.test(file);
}

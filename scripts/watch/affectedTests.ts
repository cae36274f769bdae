import type { ImportGraph } from "./importGraph.ts";

/** What to run after a change. Paths from the project's root, the nearest to the change first. */
export interface AffectedTests {
  /** Solidity tests. */
  properties: string[];
  /** TypeScript tests, those of components included. */
  tests: string[];
  /** How many further tests reach the change only from afar, and do not run. */
  left: number;
  /** Contracts to compile before the TypeScript tests. */
  contracts: string[];
}

/** Folders whose tests need more than seconds: a browser, or a whole stack. They run only when they are saved. */
const slowTests = /^test\/(web\/pages|e2e)\//;

/** Tests that a change of a contract runs. */
const contractTests = /^test\/contracts\//;

/** Most files of TypeScript tests that a change of other sources runs: each service under test imports most of them. */
const mostTests = 20;

/** Returns the tests that reach one of the changed files by the graph of imports. */
export function affectedTests(graph: ImportGraph, changed: readonly string[]): AffectedTests {
  const properties = new Set<string>();
  const contracts = new Set<string>();
  const tests = new Set<string>();
  const distant = new Set<string>();
  for (const file of changed) {
    const isSolidity = file.endsWith(".sol");
    for (const each of graph.dependents(file)) {
      if (each.endsWith(".t.sol")) properties.add(each);
      else if (isSolidity && isContract(each)) contracts.add(each);
      else if (!isTest(each)) continue;
      else if (each === file || (isSolidity && contractTests.test(each))) tests.add(each);
      else if (!isSolidity && !slowTests.test(each)) distant.add(each);
    }
  }
  const others = [...distant].filter((test) => !tests.has(test));
  return {
    properties: [...properties],
    contracts: [...contracts],
    tests: [...tests, ...others.slice(0, mostTests)],
    left: Math.max(others.length - mostTests, 0),
  };
}

/** Whether a change of this file can concern a test. */
export function isWatched(file: string): boolean {
  return /\.(sol|tsx?)$/.test(file) && !file.startsWith("typechain-types/");
}

function isContract(file: string): boolean {
  return file.startsWith("contracts/") && file.endsWith(".sol");
}

function isTest(file: string): boolean {
  return file.startsWith("test/") && /\.test\.tsx?$/.test(file);
}

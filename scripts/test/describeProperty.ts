import { stripVTControlCharacters } from "node:util";
import type { BaseCounterExample, TestResult } from "@nomicfoundation/edr";

/** Formats why a Solidity test failed: the reason, the line of the source, and the arguments that show it. */
export function describeProperty(test: TestResult): string | undefined {
  const parts = [reasonOf(test), ...lineOf(test), ...counterexampleOf(test)];
  const known = parts.filter((part) => part !== undefined && part !== "");
  return known.length === 0 ? undefined : known.join("\n");
}

/** Returns the reason; of two values that `vm.assertEq` compared, each on its line. */
function reasonOf({ reason }: TestResult): string | undefined {
  const [, actual, expected] = /^assertion failed: (.*) != (.*)$/s.exec(reason ?? "") ?? [];
  return expected === undefined ? reason : `actual   ${actual}\nexpected ${expected}`;
}

/** Returns the innermost lines of the project that the failure passed through, the innermost first. */
function lineOf(test: TestResult): string[] {
  const trace = test.stackTrace();
  if (trace?.kind !== "StackTrace") return [];
  const places = trace.entries.toReversed().flatMap((entry) => {
    const place = "sourceReference" in entry ? entry.sourceReference : undefined;
    if (place === undefined) return [];
    const text = place.sourceContent.split("\n")[place.line - 1]?.trim() ?? "";
    return [`at ${place.sourceName.replace(/^project\//, "")}:${place.line}: ${text}`];
  });
  return [...new Set(places)].slice(0, 3);
}

/** Returns the arguments of a fuzz test, or the calls of a campaign, one per line. */
function counterexampleOf({ counterexample }: TestResult): string[] {
  if (counterexample === undefined) return [];
  if (!("sequence" in counterexample)) return [`with ${callOf(counterexample)}`];
  return ["after the calls", ...counterexample.sequence.map((call) => `  ${callOf(call)}`)];
}

function callOf({ contractName, signature, args }: BaseCounterExample): string {
  const [name] = signature?.split("(") ?? [];
  const contract = contractName?.split(":").at(-1);
  const called = [contract, name].filter((part) => part !== undefined).join(".");
  return `${called}(${stripVTControlCharacters(args ?? "")})`;
}

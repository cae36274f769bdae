import { inspect } from "node:util";
import Mocha from "mocha";

/** Formats a failed assertion with its diff and its stack, without frames of Node or libraries. */
export function describeFailure(error: Error): string {
  const { actual, expected } = formatDifference(error);
  const hasDiff = actual !== undefined && expected !== undefined;
  const difference = hasDiff ? Mocha.reporters.Base.generateDiff(actual, expected) : "";
  const stack = (error.stack ?? String(error)).split("\n").filter(isOurs).join("\n");
  const cause = error.cause instanceof Error ? `\n  caused by ${error.cause.stack}` : "";
  return `${stack}${difference}${cause}`;
}

/** Replaces the values that a failed assertion compared, if it has both, by their texts. */
export function formatDifference(error: Error): { actual?: string; expected?: string } {
  const { showDiff, actual, expected } = error as Error & Record<string, unknown>;
  if (showDiff === false || actual === undefined || expected === undefined) return {};
  return Object.assign(error, { actual: show(actual), expected: show(expected) });
}

function isOurs(line: string): boolean {
  return !/^\s+at .*(node:internal|node_modules)/.test(line);
}

/** Formats a value for the diff: an element of a page by its HTML. */
function show(value: unknown): string {
  if (typeof value === "string") return value;
  if (isElement(value)) return value.outerHTML;
  try {
    return Mocha.utils.stringify(value);
  } catch {
    // A value that mocha cannot format must not stop the report, for which the run waits.
    return inspect(value);
  }
}

function isElement(value: unknown): value is { outerHTML: string } {
  return typeof value === "object" && value !== null && "outerHTML" in value;
}

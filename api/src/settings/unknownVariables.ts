import { distance } from "fastest-levenshtein";
import { commandVariables, variableNames } from "./variables.ts";

const known = new Set<string>([...variableNames, ...Object.keys(commandVariables)]);

/**
 * Reports variables that look misspelled: every unknown one in the file `.env`, and those of the environment that have
 * an underscore and are at most two edits away from a known name. Returns a sentence for each.
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  fileNames: readonly string[] = [],
): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return [];
    const closest = name.includes("_")
      ? [...known].find((each) => distance(each, name.toUpperCase()) <= 2)
      : undefined;
    if (closest === undefined && !fileNames.includes(name)) return [];
    const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
    return [`Unknown variable ${name}.${hint}`];
  });
}

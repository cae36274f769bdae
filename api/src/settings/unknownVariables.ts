import { didYouMean } from "#protocol/values/closestName";
import { commandVariables, variableNames } from "./variables.ts";

const known: readonly string[] = [...variableNames, ...Object.keys(commandVariables)];

/**
 * Reports variables that look misspelled: every unknown one in the file `.env`, and those of the environment that have
 * an underscore and are at most two edits away from a known name. Returns a sentence for each.
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  fileNames: readonly string[] = [],
): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (known.includes(name)) return [];
    const hint = name.includes("_") ? didYouMean(name, known) : "";
    return hint === "" && !fileNames.includes(name) ? [] : [`Unknown variable ${name}.${hint}`];
  });
}

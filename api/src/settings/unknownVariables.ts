import { didYouMean } from "#protocol/values/closestName";
import { commandVariables, variableNames } from "./variables.ts";

const validNames: readonly string[] = [...variableNames, ...Object.keys(commandVariables)];

/**
 * Returns one sentence per variable that looks misspelled: every unknown variable in the file `.env`, and environment
 * variables with an underscore that are at most two edits away from a known name.
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  fileNames: readonly string[] = [],
): string[] {
  return Object.keys(environment).flatMap((name) => {
    if (validNames.includes(name)) return [];
    const hint = name.includes("_") ? didYouMean(name, validNames) : "";
    return hint === "" && !fileNames.includes(name) ? [] : [`Unknown variable ${name}.${hint}`];
  });
}

import { editDistance } from "#protocol/editDistance";
import { commandVariables, variableNames } from "./variables.ts";

const known = new Set<string>([...variableNames, ...Object.keys(commandVariables)]);

/**
 * Names that look like a misspelt variable of ours: all unknown ones of the file `.env`, and those of the environment
 * with an underscore that are at most two characters away from one of ours. A sentence each.
 */
export function unknownVariables(
  environment: Readonly<Record<string, string | undefined>>,
  fileNames: readonly string[] = [],
): string[] {
  const names = new Set([...Object.keys(environment), ...fileNames]);
  return [...names].flatMap((name) => {
    if (known.has(name)) return [];
    const closest = name.includes("_")
      ? [...known].find((each) => editDistance(each, name) <= 2)
      : undefined;
    if (closest === undefined && !fileNames.includes(name)) return [];
    const hint = closest === undefined ? "" : ` Did you mean ${closest}?`;
    return [`Unknown variable ${name}.${hint}`];
  });
}

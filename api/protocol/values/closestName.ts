import { closest, distance } from "fastest-levenshtein";

/** Returns the known name closest to a misspelled name, ignoring case; undefined if `known` is empty. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const lowerCase = known.map((each) => each.toLowerCase());
  return known[lowerCase.indexOf(closest(name.toLowerCase(), lowerCase))];
}

/** Returns ` Did you mean --network?`, to append to a sentence; empty if no known name is within two edits. */
export function didYouMean(name: string, known: readonly string[]): string {
  const found = closestName(name, known);
  if (found === undefined || distance(name.toLowerCase(), found.toLowerCase()) > 2) return "";
  return ` Did you mean ${found}?`;
}

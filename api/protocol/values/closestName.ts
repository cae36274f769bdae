import { closest, distance } from "fastest-levenshtein";

/** Returns the known name that is closest to a misspelled one, in upper or lower case; undefined if none is known. */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const lowerCase = known.map((each) => each.toLowerCase());
  return known[lowerCase.indexOf(closest(name.toLowerCase(), lowerCase))];
}

/** ` Did you mean --network?`, to follow a sentence; empty if every known name is more than two edits away. */
export function didYouMean(name: string, known: readonly string[]): string {
  const found = closestName(name, known);
  if (found === undefined || distance(name.toLowerCase(), found.toLowerCase()) > 2) return "";
  return ` Did you mean ${found}?`;
}

import { drifterPagePath, pages } from "#protocol/pages";
/** Returns the typed value without surrounding spaces, minus sign and leading zeros. */
export function cleanDrifterId(typed: string): string {
  return typed.trim().replace(/^-?0*/, "");
}

/** Returns the path of the drifter's page; `/` for an empty ID. */
export function drifterPath(cleanedId: string): string {
  return cleanedId ? drifterPagePath(cleanedId) : pages.home.path;
}

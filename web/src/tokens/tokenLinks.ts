import { tokenTitle } from "#protocol/values/noun";
import { pages, tokenPagePath } from "#protocol/wire/pages";

/** Returns the typed value without surrounding spaces and leading zeros. */
export function cleanDrifterId(typed: string): string {
  return typed.trim().replace(/^0+/, "");
}

/** Returns the path of the token's page, or `/` for an empty ID. */
export function selectedTokenPath(cleanedId: string): string {
  return cleanedId ? tokenPagePath(cleanedId) : pages.home.path;
}

/** URL fragment that opens the editor on the token's page for its owner. */
export const writeHash = "#write";

/** Returns the accessible name of a portrait with only a number below it: `Keeper #124, Mara of the Salt Flats`. */
export function accessibleName(drifterId: string, name?: string): string {
  return name ? `${tokenTitle(drifterId)}, ${name}` : tokenTitle(drifterId);
}

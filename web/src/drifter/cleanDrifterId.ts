/** What the selector navigates to: the typed value without spaces around it, a minus sign or leading zeros. */
export function cleanDrifterId(typed: string): string {
  return typed.trim().replace(/^-?0*/, "");
}

/** The path that shows the drifter of that cleaned id, or home when there is none. */
export function drifterPath(cleanedId: string): string {
  return cleanedId ? `/drifter/${encodeURIComponent(cleanedId)}` : "/";
}

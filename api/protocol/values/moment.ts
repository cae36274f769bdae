/** Formats seconds since 1970 in UTC: `2026-12-01T18:00:00Z` (ISO 8601). */
export function formatMoment(seconds: bigint): string {
  return new Date(Number(seconds) * 1_000).toISOString().replace(".000", "");
}

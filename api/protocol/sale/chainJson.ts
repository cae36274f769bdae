/** JSON with bigints as decimal strings, as JSON numbers are exact only up to 2^53. */
export function chainJson(value: object): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each), 2);
}

/** JSON of what holds figures of the chain: as decimal texts, since JSON's numbers end at 2^53. */
export function chainJson(value: object): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each), 2);
}

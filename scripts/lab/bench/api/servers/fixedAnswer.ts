/** What a server that measures nothing but itself gives to everybody. */
export interface FixedAnswer {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  body: Uint8Array;
}

/** The headers in the form that frameworks take. */
export function headersByName({ headers }: FixedAnswer): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    pairs[headers[index] ?? ""] = headers[index + 1] ?? "";
  }
  return pairs;
}

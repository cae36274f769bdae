/** Fixed response of the servers that ours is compared with. */
export interface FixedAnswer {
  status: number;
  /** Names and values in turn. */
  headers: readonly string[];
  body: Uint8Array;
}

/** Returns the headers as an object, as frameworks take them. */
export function headersByName({ headers }: FixedAnswer): Record<string, string> {
  const pairs: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2) {
    pairs[headers[index] ?? ""] = headers[index + 1] ?? "";
  }
  return pairs;
}

const links = ["cause", "data", "error", "info", "originalError"] as const;
const textKeys = ["name", "message", "shortMessage", "details"] as const;

/** Returns what was thrown and everything that wallets, nodes and viem nest in it, outermost first. */
export function nestedErrors(thrown: unknown): unknown[] {
  const found = new Set([thrown]);
  // A set's iteration includes what is added meanwhile.
  for (const each of found) {
    for (const inner of links.map((key) => fieldOf(each, key))) {
      if (inner !== undefined && inner !== null) found.add(inner);
    }
  }
  return [...found];
}

/** Returns every text of an error and of what is nested in it. */
export function errorTexts(thrown: unknown): string[] {
  return nestedErrors(thrown)
    .flatMap((each) => [each, ...textKeys.map((key) => fieldOf(each, key))])
    .filter((text) => typeof text === "string");
}

export function fieldOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  // Safety: any object can be read at any key; a missing one is undefined.
  return (value as Record<string, unknown>)[key];
}

/** A number of the source, one less and one more: no less than zero, and no wider than it is written. */
export function literalNeighbours(text: string): string[] {
  if (/^0x/i.test(text)) {
    const digits = text.length - 2;
    return neighbours(BigInt(text))
      .map((value) => value.toString(16))
      .filter((hex) => hex.length <= digits)
      .map((hex) => `0x${hex.padStart(digits, "0")}`);
  }
  if (/^[\d_]+$/.test(text)) return neighbours(BigInt(text.replaceAll("_", ""))).map(String);
  // With a unit, a fraction or an exponent: one wei, second or whatever it counts.
  return [`(${text} - 1)`, `(${text} + 1)`];
}

function neighbours(value: bigint): bigint[] {
  return value === 0n ? [1n] : [value - 1n, value + 1n];
}

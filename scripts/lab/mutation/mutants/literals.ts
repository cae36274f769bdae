/** Returns a number literal minus one and plus one; not below zero, and with no more hexadecimal digits. */
export function literalNeighbours(text: string): string[] {
  if (/^0x/i.test(text)) {
    const digits = text.length - 2;
    return neighbours(BigInt(text))
      .map((value) => value.toString(16))
      .filter((hex) => hex.length <= digits)
      .map((hex) => `0x${hex.padStart(digits, "0")}`);
  }
  if (/^[\d_]+$/.test(text)) return neighbours(BigInt(text.replaceAll("_", ""))).map(String);
  // Literals with a unit, a fraction or an exponent change by one, for example one wei or one second.
  return [`(${text} - 1)`, `(${text} + 1)`];
}

function neighbours(value: bigint): bigint[] {
  return value === 0n ? [1n] : [value - 1n, value + 1n];
}

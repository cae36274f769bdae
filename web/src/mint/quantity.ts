/** Parses a typed quantity; undefined unless it is a whole number from 1 to `most`. */
export function parseQuantity(typed: string, most: number): number | undefined {
  const text = typed.trim();
  if (!/^\d{1,15}$/.test(text)) return undefined;
  const qty = Number(text);
  return qty >= 1 && qty <= most ? qty : undefined;
}

/** Describes valid input; undefined for a wallet that has none `left` of its allowance. */
export function quantityFault(most: number, left?: number): string | undefined {
  if (left === 0) return undefined;
  return most <= 1
    ? "Enter 1: you can't mint more at once."
    : `Enter a whole number from 1 to ${most}.`;
}

/** A count with its noun, as in `1 receipt` and `2 receipts`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

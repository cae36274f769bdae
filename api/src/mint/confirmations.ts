/** Blocks after which a mint is final; the local chain makes one only for a transaction, and takes none back. */
export function confirmationsOn(chainId: number): number {
  return chainId === 31_337 ? 1 : 12;
}

/** Blocks after which a mint is final; the local chain has one block per transaction and no reorganisations. */
export function confirmationsOn(chainId: number): number {
  return chainId === 31_337 ? 1 : 12;
}

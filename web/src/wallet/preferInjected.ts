/** A query parameter, with any value: connects through the browser's wallet at once. */
const preferInjectedFlag = "w3mPreferInjected";

/** The connector to use without asking, when the page's address prefers one and a wallet is there. */
export function preferredConnector<C extends { id: string }>(
  search: string,
  installed: readonly C[],
): C | undefined {
  return new URLSearchParams(search).has(preferInjectedFlag) ? installed[0] : undefined;
}

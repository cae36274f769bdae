/** Query parameter; if present, with any value, the page connects through the injected wallet. */
const preferInjectedFlag = "w3mPreferInjected";

/** Returns the injected connector, if the URL prefers it and it is installed. */
export function preferredConnector<C extends { id: string }>(
  search: string,
  installed: readonly C[],
): C | undefined {
  return new URLSearchParams(search).has(preferInjectedFlag) ? installed[0] : undefined;
}

/** Returns the parsed URL, or undefined if invalid. Replaces `URL.parse`, which browsers support only since 2024. */
export function parseUrl(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** Minimum length of a path segment that may be a key, unlike `v2`. */
const minKeyLength = 6;
/** Matches hex strings of 32 bytes or more: hashes, call data, signatures, keys. */
const longHex = /(0x)?[0-9a-f]{64,}/gi;

/** Returns a function that redacts secrets in endpoint errors: URL parts that may be keys, and signatures. */
export function createRedaction(...urls: readonly string[]): (text: string) => string {
  const secrets = urls
    .flatMap(secretParts)
    .filter((part) => part.length >= minKeyLength)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutKeys = secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
    return withoutKeys.replace(longHex, "…");
  };
}

function secretParts(url: string): string[] {
  const { pathname, search, searchParams } = new URL(url);
  return [url, ...pathname.split("/"), search, ...searchParams.values()];
}

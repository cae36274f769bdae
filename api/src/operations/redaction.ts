/** Shorter parts of a path, such as `v2`, are not keys. */
const leastKeyLength = 6;
/** 32 bytes or more: hashes, call data, signatures, keys. */
const longHex = /(0x)?[0-9a-f]{64,}/gi;

/**
 * Returns a function that redacts what an endpoint may repeat in its errors: parts of its URL that may be a
 * key, and signatures.
 */
export function createRedaction(url: string): (text: string) => string {
  const { pathname, search, searchParams } = new URL(url);
  const parts = [url, ...pathname.split("/"), search, ...searchParams.values()];
  const secrets = parts
    .filter((part) => part.length >= leastKeyLength)
    .sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutKeys = secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
    return withoutKeys.replace(longHex, "…");
  };
}

/** A CID in its usual forms: version 0, and version 1 in base 32 or base 36. */
const cid = /^(Qm[1-9A-HJ-NP-Za-km-z]{44}|b[a-z2-7]{50,100}|k[0-9a-z]{50,100})$/;

const form = /^ipfs:\/\/(?:ipfs\/)?([^/?#]+)([^?#]*)/i;

const mostCharacters = 2_000;

/**
 * Parses an `ipfs://` URI into what follows a gateway's URL: the CID and the percent-encoded path below it. Query and
 * fragment are dropped.
 *
 * @returns undefined for other URIs, and for paths that leave the CID.
 */
export function parseIpfsUri(uri: string): string | undefined {
  if (uri.length > mostCharacters) return undefined;
  const [, root = "", path = ""] = form.exec(uri) ?? [];
  if (!cid.test(root)) return undefined;
  try {
    const segments = path.split("/").filter((segment) => segment !== "");
    const names = segments.map((segment) => decodeURIComponent(segment));
    if (names.some((name) => /^\.\.?$|[/\\]/.test(name))) return undefined;
    return [root, ...names.map((name) => encodeURIComponent(name))].join("/");
  } catch {
    // A percent sign that encodes nothing.
    return undefined;
  }
}

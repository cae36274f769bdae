/** Hosts of the reader's own computer, which browsers let secure pages reach without TLS. */
const loopbackHosts = ["localhost", "127.0.0.1"] as const;

/** File in `/assets` of the worker that checks receipts; its name contains a hash of its content. */
export const receiptWorkerPath = /^\/assets\/receiptWorker-[\w-]+\.js$/;

/** An RPC endpoint's URL, or in a sentence why an address is none that a browser can call. */
export type RpcEndpoint = { url: string } | { issue: string };

/**
 * Reads an address that a reader has entered. Allows what `endpointSources` allows.
 *
 * @param configuredUrl the site's own endpoint.
 */
export function parseRpcEndpoint(address: string, configuredUrl: string): RpcEndpoint {
  const url = URL.parse(address.trim());
  if (url === null) return { issue: "Enter a URL, such as http://127.0.0.1:8545." };
  if (/^wss?:$/.test(url.protocol)) {
    return { issue: "Enter the node's HTTP address; WebSocket addresses are not supported here." };
  }
  if (url.username !== "" || url.password !== "") {
    return { issue: "Browsers don't send a user name and password with requests; use another URL." };
  }
  const isLocal = loopbackHosts.some((host) => host === url.hostname);
  const isAllowed =
    url.protocol === "https:" ||
    (url.protocol === "http:" && isLocal) ||
    url.origin === URL.parse(configuredUrl)?.origin;
  return isAllowed
    ? { url: url.href }
    : { issue: "Use https, or http for a node on this computer: localhost or 127.0.0.1." };
}

/**
 * Returns the sources of `connect-src` (Content Security Policy 3) for the worker that checks receipts with an endpoint
 * of the reader's choice.
 */
export function endpointSources(configuredUrl: string): string[] {
  const local = loopbackHosts.map((host) => `http://${host}:*`);
  return ["https:", ...local, new URL(configuredUrl).origin];
}

import { loopbackHosts } from "#protocol/receiptWorker";

/** An RPC endpoint's URL, or in a sentence why an address is none that the worker can call. */
export type RpcEndpoint = { url: string } | { issue: string };

/**
 * Reads an address that a reader has entered. Allows what the worker's policy allows.
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
    return {
      issue: "Browsers don't send a user name and password with requests; use another URL.",
    };
  }
  const isAllowed =
    url.protocol === "https:" ||
    (url.protocol === "http:" && loopbackHosts.includes(url.hostname)) ||
    url.origin === URL.parse(configuredUrl)?.origin;
  return isAllowed
    ? { url: url.href }
    : { issue: "Use https, or http for a node on this computer: localhost or 127.0.0.1." };
}

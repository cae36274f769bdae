import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import type { Settings } from "../settings/settings.ts";

/** Hardcoded in WalletConnect's client, which verifies the page's origin at this URL. */
const verifyOrigin = "https://verify.walletconnect.org";

/** Headers for every response, including responses to requests that never reach Express. */
export interface CommonHeaders {
  /** Returns a trusted proxy's request ID if safe to log; otherwise, a new ID. */
  requestId(request: Pick<IncomingMessage, "headers">): string;
  set(request: IncomingMessage, response: ServerResponse, id: string): void;
}

const wellFormedId = /^[\w.:-]{8,128}$/;

export function createCommonHeaders(
  settings: Pick<Settings, "publicRpcUrl" | "walletConnect" | "trustProxyHops">,
): CommonHeaders {
  const setSecurityHeaders = securityHeaders(settings);
  // A number within this process: a new UUID for each request would cost as much as reading a response from memory.
  const processId = randomUUID();
  let requests = 0;
  return {
    requestId({ headers: { "x-request-id": given } }) {
      const isTrusted =
        settings.trustProxyHops > 0 && typeof given === "string" && wellFormedId.test(given);
      if (isTrusted) return given;
      requests += 1;
      return `${processId}-${requests}`;
    },
    set(request, response, id) {
      response.setHeader("X-Request-Id", id);
      setSecurityHeaders(request, response, () => undefined);
    },
  };
}

/** Restricts the app to its own scripts and styles, and to the hosts that it needs. */
function securityHeaders({
  publicRpcUrl,
  walletConnect,
}: Pick<Settings, "publicRpcUrl" | "walletConnect">) {
  const { origin } = new URL(publicRpcUrl);
  const rpcHosts = [origin, origin.replace(/^http/, "ws")];
  const relays = walletConnect ? walletConnectOrigins(walletConnect) : undefined;
  return helmet({
    contentSecurityPolicy: {
      // helmet's defaults would make browsers upgrade http origins to https.
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:", "https:", "blob:", ...(relays?.images ?? [])],
        "connect-src": ["'self'", ...rpcHosts, ...(relays?.calls ?? [])],
        "frame-src": relays?.frames ?? ["'none'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
      },
    },
    frameguard: { action: "deny" },
    // Pop-up wallets have to communicate with the page that opened them.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    // HSTS is left to the TLS-terminating proxy.
    strictTransportSecurity: false,
  });
}

/** Returns the origins that WalletConnect needs. */
function walletConnectOrigins(config: WalletConnectConfig) {
  const { relayUrl, directoryUrl, identityUrl } = config;
  const calls = [relayUrl, directoryUrl, identityUrl].map((url) => new URL(url).origin);
  return { calls, images: [directoryUrl], frames: [verifyOrigin] };
}

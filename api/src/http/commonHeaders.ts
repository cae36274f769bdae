import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";
import type { WalletConnectConfig } from "#protocol/wire/runtimeConfig";
import type { Settings } from "../settings/settings.ts";

/** WalletConnect's client verifies the page's origin there; the URL is fixed in its code. */
const verifyOrigin = "https://verify.walletconnect.org";

/** The headers of every response: of Express, and of requests that never reach it. */
export interface CommonHeaders {
  /** The request ID from a trusted proxy, if it is safe to log; otherwise a new one. */
  idOf(request: Pick<IncomingMessage, "headers">): string;
  set(request: IncomingMessage, response: ServerResponse, id: string): void;
}

const wellFormedId = /^[\w.:-]{8,128}$/;

export function createCommonHeaders(
  settings: Pick<Settings, "publicRpcUrl" | "walletConnect" | "trustProxyHops">,
): CommonHeaders {
  const setSecurityHeaders = securityHeaders(settings);
  return {
    idOf({ headers: { "x-request-id": given } }) {
      const isTrusted =
        settings.trustProxyHops > 0 && typeof given === "string" && wellFormedId.test(given);
      return isTrusted ? given : randomUUID();
    },
    set(request, response, id) {
      response.setHeader("X-Request-Id", id);
      setSecurityHeaders(request, response, () => undefined);
    },
  };
}

/** Restricts the page to its own scripts and styles and to the hosts it needs. */
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
    // The proxy that terminates TLS decides about HSTS.
    strictTransportSecurity: false,
  });
}

/** Returns the origins that the page needs for wallets on other devices. */
function walletConnectOrigins(config: WalletConnectConfig) {
  const { relayUrl, directoryUrl, identityUrl } = config;
  const calls = [relayUrl, directoryUrl, identityUrl].map((url) => new URL(url).origin);
  return { calls, images: [directoryUrl], frames: [verifyOrigin] };
}

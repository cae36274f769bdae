import type { RequestHandler } from "express";
import helmet from "helmet";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import type { Settings } from "../settings/settings.ts";

/** WalletConnect's client verifies the page's origin there; the URL is fixed in its code. */
const verifyOrigin = "https://verify.walletconnect.org";

/** Sets headers that restrict the page to its own scripts and styles and to the hosts it needs. */
export function securityHeaders({
  publicRpcUrl,
  walletConnect,
}: Pick<Settings, "publicRpcUrl" | "walletConnect">): RequestHandler {
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

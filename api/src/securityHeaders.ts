import type { RequestHandler } from "express";
import helmet from "helmet";
import type { WalletConnectConfig } from "#protocol/runtimeConfig";
import type { Settings } from "./env.ts";

/** WalletConnect's client verifies the page's origin there; the URL is fixed in its code. */
const verifyOrigin = "https://verify.walletconnect.org";

/** Headers that keep the page to its own scripts and styles, and to the hosts it needs. */
export function securityHeaders({
  publicRpcUrl,
  walletConnect,
}: Pick<Settings, "publicRpcUrl" | "walletConnect">): RequestHandler {
  const { origin } = new URL(publicRpcUrl);
  const rpcHosts = [origin, origin.replace(/^http/, "ws")];
  const relays = walletConnect ? walletConnectOrigins(walletConnect) : undefined;
  return helmet({
    contentSecurityPolicy: {
      // Without helmet's defaults, which would have browsers upgrade plain-http origins to https.
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
    // Wallets that live in a pop-up need to talk to the page that opened them.
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    // Whoever ends TLS in front of this service decides about its origin.
    strictTransportSecurity: false,
  });
}

/** What the page may reach for wallets on other devices, and nothing beside. */
function walletConnectOrigins(config: WalletConnectConfig) {
  const { relayUrl, directoryUrl, identityUrl } = config;
  const calls = [relayUrl, directoryUrl, identityUrl].map((url) => new URL(url).origin);
  return { calls, images: [directoryUrl], frames: [verifyOrigin] };
}

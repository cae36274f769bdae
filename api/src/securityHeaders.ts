import type { RequestHandler } from "express";
import helmet from "helmet";
import type { Settings } from "./env.ts";

/** Where WalletConnect's client connects to. */
const walletConnectHosts = [
  "https://*.walletconnect.com",
  "wss://*.walletconnect.com",
  "https://*.walletconnect.org",
  "wss://*.walletconnect.org",
];

/** Headers that keep the page to its own scripts and styles, and to the hosts it needs. */
export function securityHeaders({
  publicRpcUrl,
  walletConnectProjectId,
}: Pick<Settings, "publicRpcUrl" | "walletConnectProjectId">): RequestHandler {
  const { origin } = new URL(publicRpcUrl);
  const rpcHosts = [origin, origin.replace(/^http/, "ws")];
  const walletHosts = walletConnectProjectId === undefined ? [] : walletConnectHosts;
  return helmet({
    contentSecurityPolicy: {
      // Without helmet's defaults, which would have browsers upgrade plain-http origins to https.
      useDefaults: false,
      directives: {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:", "https:", "blob:"],
        "connect-src": ["'self'", ...rpcHosts, ...walletHosts],
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

import { fileURLToPath } from "node:url";
import { createServer, type Plugin } from "vite";
import {
  type RuntimeConfig,
  runtimeConfigElement,
  runtimeConfigMarker,
} from "#protocol/runtimeConfig";

interface DevServerOptions {
  /** Base URL of the API, which also serves portraits and metadata. */
  apiUrl: string;
  /** Called for each page request, because the world may have changed. */
  runtimeConfig: () => RuntimeConfig;
  /** 0 selects a free port. */
  port: number;
  /** Vite's dependency cache; Vite's default if absent. Servers that share one reload each other's pages. */
  bundles?: string | undefined;
}

export interface DevServer {
  url: string;
  /** Reloads every open page. */
  reloadPages(): void;
  close(): Promise<void>;
}

/** Serves the app from source with hot reload, for one world. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { apiUrl, runtimeConfig, port, bundles } = options;
  const server = await createServer({
    configFile: fileURLToPath(new URL("./vite.config.ts", import.meta.url)),
    plugins: [fillRuntimeConfig(runtimeConfig)],
    ...(bundles !== undefined && { cacheDir: bundles }),
    server: {
      host: "127.0.0.1",
      port,
      strictPort: port !== 0,
      // Not the gallery's page, /drifters.
      proxy: {
        "/api": apiUrl,
        "/drifters/": apiUrl,
        "/openapi.json": apiUrl,
        "^/((drifter|owner)/[^/]+/)?feed\\.(atom|json)$": apiUrl,
        "^/(robots\\.txt|sitemap(-\\d+)?\\.xml)$": apiUrl,
      },
    },
    clearScreen: false,
    logLevel: "warn",
  });
  await server.listen();
  const address = server.httpServer?.address();
  if (typeof address !== "object" || address === null) {
    throw new Error("The dev server has no port.");
  }
  return {
    url: `http://127.0.0.1:${address.port}`,
    reloadPages: () => server.ws.send({ type: "full-reload" }),
    close: () => server.close(),
  };
}

/** Inlines the runtime configuration into index.html, as the production server does for the build. */
function fillRuntimeConfig(runtimeConfig: () => RuntimeConfig): Plugin {
  return {
    name: "fill-runtime-config",
    transformIndexHtml: (html) =>
      html.replace(runtimeConfigMarker, () => runtimeConfigElement(runtimeConfig())),
  };
}

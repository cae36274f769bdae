import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer, type InlineConfig, optimizeDeps, type Plugin, resolveConfig } from "vite";
import { noun } from "#protocol/values/noun";
import { collectionPath } from "#protocol/wire/paths";
import {
  type RuntimeConfig,
  runtimeConfigElement,
  runtimeConfigMarker,
} from "#protocol/wire/runtimeConfig";

/** Vite's default `cacheDir`. */
const defaultBundles = join(import.meta.dirname, "../node_modules/.vite");

interface DevServerOptions extends ConfigOptions {
  /** Base URL of the API, which also serves portraits and metadata. */
  apiUrl: string;
  /** 0 selects a free port. */
  port: number;
}

interface ConfigOptions {
  /** Returns the runtime configuration; called per page request, because the world may have changed. */
  runtimeConfig: () => RuntimeConfig;
  /** Responds to requests of development-only pages: the URL's path is relative to `/@world`. */
  respond(url: URL, body: unknown): Promise<WorldResponse>;
  /** Vite's dependency cache; Vite's default if absent. Servers that share one reload each other's pages. */
  bundles?: string | undefined;
}

/** A response to a request of a development-only page. */
export interface WorldResponse {
  status: number;
  json: string;
  /** An HTML document instead of the JSON. */
  html?: string;
}

export interface DevServer {
  url: string;
  /** Reloads every open page. */
  reloadPages(): void;
  close(): Promise<void>;
}

/** Serves the app from source with hot reload, for one world. */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { apiUrl, port } = options;
  const server = await createServer({
    ...createConfig(options),
    server: {
      host: "127.0.0.1",
      port,
      strictPort: port !== 0,
      // Excludes the gallery page, whose path lacks the trailing slash.
      proxy: {
        "/api": apiUrl,
        [collectionPath]: apiUrl,
        "/openapi.json": apiUrl,
        [`^/((${noun}|owner)/[^/]+/)?feed\\.(atom|json)$`]: apiUrl,
        "^/(robots\\.txt|sitemap\\.xml)$": apiUrl,
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

/** Returns whether packages are bundled, perhaps in older versions. */
export function hasBundles({ bundles = defaultBundles }: Pick<ConfigOptions, "bundles">): boolean {
  return existsSync(join(bundles, "deps/_metadata.json"));
}

/** Bundles the packages that pages import, for a later development server with the same cache. */
export async function bundlePackages({ bundles }: Pick<ConfigOptions, "bundles">): Promise<void> {
  const unused = () => {
    throw new Error("No page is served.");
  };
  const config = createConfig({ runtimeConfig: unused, respond: unused, bundles });
  // Without its warning that the server bundles them too.
  await optimizeDeps(await resolveConfig({ ...config, logLevel: "error" }, "serve"));
}

/** Returns the part of the configuration from which Vite computes whether bundles are up to date. */
function createConfig({ runtimeConfig, respond, bundles }: ConfigOptions): InlineConfig {
  return {
    configFile: fileURLToPath(new URL("./vite.config.ts", import.meta.url)),
    plugins: [fillRuntimeConfig(runtimeConfig), worldRoutes(respond)],
    ...(bundles !== undefined && { cacheDir: bundles }),
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

/** Serves `/@world/…` as JSON. Requires JSON bodies, which pages of other sites cannot send. */
function worldRoutes(respond: ConfigOptions["respond"]): Plugin {
  return {
    name: "world-routes",
    configureServer({ middlewares }) {
      middlewares.use("/@world", async (request, response) => {
        const { method, headers, url = "/" } = request;
        const isJson = headers["content-type"] === "application/json";
        const { status, json, html }: WorldResponse =
          method === "GET" || (method === "POST" && isJson)
            ? await respond(new URL(url, "http://world.invalid"), await readBody(request))
            : { status: 415, json: JSON.stringify({ error: "Send JSON." }) };
        const type = html === undefined ? "application/json" : "text/html";
        response.writeHead(status, { "content-type": type }).end(html ?? json);
      });
    },
  };
}

/** Reads a request's JSON body; undefined if the body is not JSON. */
async function readBody(request: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    return undefined;
  }
}

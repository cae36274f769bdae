import { on } from "node:events";
import { join } from "node:path";
import { serviceSources } from "../../../api/production/productionBuilds.ts";
import { buildIfStale } from "../../shared/buildIfStale.ts";
import { childEnvironment } from "../../shared/childEnvironment.ts";
import { startPostgres } from "../../shared/postgres/startPostgres.ts";
import { run } from "../../shared/run.ts";

/** Resources that workers share: the production builds of the web app and the service, and a PostgreSQL server. */
export type ResourceName = keyof typeof resourceFactories;

/** Response to a worker's request for a resource. */
export interface ResourceMessage {
  resource: ResourceName;
  value?: string;
  /** Why the resource could not be created. */
  error?: string;
}

const root = join(import.meta.dirname, "../../..");
const common = [
  ...[
    "LICENSE",
    "api/production",
    "api/protocol",
    "api/sale",
    "api/trace",
    "api/localChain",
    "typechain-types",
    "tsconfig.json",
  ],
  ...["package.json", "package-lock.json", "node_modules/.package-lock.json"],
];
const page = {
  root,
  inputs: ["web", "collection", ...common],
  outputs: ["dist/web", "dist/renderer"],
  stamp: "cache/pageBuild.txt",
};
const service = {
  root,
  inputs: [...serviceSources, ...common],
  outputs: ["dist"],
  excludedOutputs: page.outputs,
  stamp: "cache/serviceBuild.txt",
};

/**
 * Functions that create a resource and return what its users need: a build's folder or program, or the server's URL.
 */
const resourceFactories = {
  async page() {
    await buildIfStale(page, async () => {
      await build("web");
      await build("web", "--config", "web/vite.renderer.config.ts");
    });
    return "dist/web";
  },
  async service() {
    await buildIfStale(service, () => build("api"));
    return "dist/server.js";
  },
  /** Without durability, because no test crashes the server, and many tests create databases. */
  async postgres() {
    const server = await startPostgres(["fsync=off"]);
    server.unref();
    return server.url;
  },
};

/** Builds a part as `npm run build` does. */
async function build(...part: readonly string[]): Promise<void> {
  const options = { cwd: root, env: childEnvironment() };
  const failure = await run(options, "vite", "build", ...part, "--logLevel", "warn");
  if (failure !== undefined) throw new Error(`vite build failed.\n${failure}`);
}

const made = new Map<ResourceName, Promise<string>>();

/** Creates a resource in this process, once. */
export function makeResource(resource: ResourceName): Promise<string> {
  const making = made.get(resource) ?? resourceFactories[resource]();
  made.set(resource, making);
  return making;
}

/** Requests a resource from the parent process. A test file that runs without one creates its own. */
export async function requestResource(resource: ResourceName): Promise<string> {
  if (!process.connected) return makeResource(resource);
  process.send?.({ type: "resourceWanted", resource });
  for await (const [message] of on(process, "message") as AsyncIterable<[ResourceMessage]>) {
    if (message.resource !== resource) continue;
    if (message.value !== undefined) return message.value;
    throw new Error(message.error);
  }
  throw new Error("The parent process has exited.");
}

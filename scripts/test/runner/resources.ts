import { startPostgres } from "../../shared/postgres/startPostgres.ts";
import type { ResourceMessage, ResourceName, WorkerMessage } from "./messages.ts";
import { buildPage, buildService } from "./productionBuild.ts";

/** Each creates a resource and returns what its users need: a build's folder or program, the server's URL. */
const makers: Record<ResourceName, () => Promise<string>> = {
  page: buildPage,
  service: buildService,
  production: makeProduction,
  postgres: startServer,
};

/** Builds page and service. */
async function makeProduction(): Promise<string> {
  await makeResource("page");
  await makeResource("service");
  return "dist";
}

/** Starts the run's PostgreSQL server without durability: no test crashes it, and many create databases. */
async function startServer(): Promise<string> {
  const server = await startPostgres(["fsync=off"]);
  server.unref();
  return server.url;
}

const made = new Map<ResourceName, Promise<string>>();

/** Creates a resource in this process, once. */
export function makeResource(resource: ResourceName): Promise<string> {
  const known = made.get(resource);
  if (known) return known;
  const making = makers[resource]();
  made.set(resource, making);
  return making;
}

/** Requests a resource from the parent process. A test file that runs without one creates its own. */
export function requestResource(resource: ResourceName): Promise<string> {
  const send = process.send?.bind(process);
  if (send === undefined || !process.connected) return makeResource(resource);
  return new Promise((resolve, reject) => {
    const listen = (message: ResourceMessage) => {
      if (message.type !== "resourceReady" || message.resource !== resource) return;
      process.off("message", listen);
      if (message.value === undefined) reject(new Error(message.error));
      else resolve(message.value);
    };
    process.on("message", listen);
    send({ type: "resourceWanted", resource } satisfies WorkerMessage);
  });
}

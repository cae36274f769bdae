// Thread of npm start that runs the service: loads the current code once and carries out requests.
import { enableCompileCache, flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { compileCache } from "../../shared/cacheFolders.ts";
import type { ServiceFacts, ServiceMessage, ServiceRequest } from "./messages.ts";
import type { Service, StartService } from "./service.ts";

const port = parentPort;
if (port === null) throw new Error("This file runs in a worker thread.");
const send = (message: ServiceMessage) => port.postMessage(message);

// Only changed files are compiled again.
enableCompileCache(compileCache);
// Safety: the parent thread gives the URL of a module that exports this function.
const { startService } = (await import(workerData)) as { startService: StartService };
const services = new Map<number, Service>();

port.on("message", async (request: ServiceRequest) => {
  const { id } = request;
  try {
    const facts = await carryOut(request);
    send({ type: "answer", id, ...(facts && { facts }) });
  } catch (error) {
    const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
    const code = error instanceof Error && "code" in error && { code: String(error.code) };
    send({ type: "failed", id, message, stack, ...code });
  }
});
flushCompileCache();
send({ type: "loaded" });

async function carryOut(request: ServiceRequest): Promise<ServiceFacts | undefined> {
  if (request.call === "start") {
    const service = await startService(request.variables);
    services.set(request.id, service);
    return { url: service.url, runtimeConfig: service.runtimeConfig };
  }
  await services.get(request.service)?.close();
  services.delete(request.service);
  return undefined;
}

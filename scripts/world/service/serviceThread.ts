import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { ServiceFacts, ServiceMessage, ServiceRequest } from "./messages.ts";
import type { Service, ServiceVariables } from "./service.ts";

/** A thread with the service's code as it was when the thread started. */
export interface ServiceThread {
  /** Starts a service; throws an error with the message and `code` of the thread's. */
  start(variables: ServiceVariables): Promise<Service>;
  /** Ends the thread at once, without closing its services. */
  end(): Promise<void>;
}

/** Starts a service, or closes the one that the request with the number `service` started. */
type Call = { call: "start"; variables: ServiceVariables } | { call: "close"; service: number };
type Answer = Exclude<ServiceMessage, { type: "loaded" }>;

/**
 * Loads a module that exports `startService` in a new thread.
 *
 * @param module path of the module.
 * @param onCrash called when an uncaught error ends the thread and its services.
 * @throws the error of a module that does not load.
 */
export async function startServiceThread(
  module: string,
  onCrash: (error: Error) => void,
): Promise<ServiceThread> {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    workerData: pathToFileURL(module).href,
  });
  await once(worker, "message");
  const waiting = new Map<number, (answer: Answer) => void>();
  let calls = 0;
  let hasEnded = false;
  worker.on("message", (answer: Answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  worker.on("error", (error) => {
    if (!hasEnded) onCrash(error instanceof Error ? error : new Error(String(error)));
  });
  worker.once("exit", () => {
    hasEnded = true;
    for (const [id, take] of waiting) take({ type: "failed", id, message: threadHasEnded });
  });

  async function call(request: Call): Promise<{ id: number; facts: ServiceFacts | undefined }> {
    if (hasEnded) throw new Error(threadHasEnded);
    calls += 1;
    const id = calls;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    worker.postMessage({ id, ...request } satisfies ServiceRequest);
    const answer = await answered;
    if (answer.type === "answer") return { id, facts: answer.facts };
    const { message, stack, code } = answer;
    throw Object.assign(new Error(message), { code, ...(stack !== undefined && { stack }) });
  }

  return {
    async start(variables) {
      const { id, facts } = await call({ call: "start", variables });
      if (facts === undefined) throw new Error("The thread has started no service.");
      return {
        ...facts,
        async close() {
          // A thread's services end with it.
          if (!hasEnded) await call({ call: "close", service: id });
        },
      };
    },
    async end() {
      hasEnded = true;
      await worker.terminate();
    },
  };
}

const threadHasEnded = "The service has ended by an error.";

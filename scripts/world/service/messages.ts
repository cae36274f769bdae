import type { Service, ServiceVariables } from "./service.ts";

/** Request to a thread that runs services; `id` is its number and, of `start`, the number of the service. */
export type ServiceRequest =
  | { id: number; call: "start"; variables: ServiceVariables }
  | { id: number; call: "close"; service: number };

/** Data of a service that can be sent between threads. */
export type ServiceFacts = Omit<Service, "close">;

/** Message from a thread that runs services. */
export type ServiceMessage =
  | { type: "loaded" }
  | { type: "answer"; id: number; facts?: ServiceFacts }
  | { type: "failed"; id: number; message: string; stack?: string; code?: string };

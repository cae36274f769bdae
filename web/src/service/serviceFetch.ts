import type { QueryClient } from "@tanstack/react-query";

/** Requests a path of the service. */
type ServiceFetch = (path: string, init?: RequestInit) => Promise<Response>;

const serviceFetches = new WeakMap<QueryClient, ServiceFetch>();

/** Makes a client's queries call the service in process instead of over the network. */
export function setServiceFetch(client: QueryClient, read: ServiceFetch): void {
  serviceFetches.set(client, read);
}

/** Returns the function with which a client's queries request the service: `fetch`, except in the server's renderer. */
export function serviceFetch(client: QueryClient): ServiceFetch {
  return serviceFetches.get(client) ?? fetch;
}

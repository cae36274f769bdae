import type { QueryClient } from "@tanstack/react-query";

/** Requests a path of the service. */
type ServiceFetch = (path: string, init?: RequestInit) => Promise<Response>;

const given = new WeakMap<QueryClient, ServiceFetch>();

/** Lets the queries of a client read from the service itself instead of over the network. */
export function giveServiceFetch(client: QueryClient, read: ServiceFetch): void {
  given.set(client, read);
}

/** Returns how a client's queries request paths of the service: `fetch`, except where the server renders. */
export function serviceFetch(client: QueryClient): ServiceFetch {
  return given.get(client) ?? fetch;
}

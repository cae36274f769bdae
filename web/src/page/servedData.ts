import { type DehydratedState, dehydrate, hydrate, type QueryClient } from "@tanstack/react-query";

/** Time for which the browser does not refetch the data served with the page. */
const freshMilliseconds = 10_000;
/** Update times of served data, constant so that equal pages have equal bytes: truncated data, and complete data. */
const incomplete = 1;
const complete = 2;

/** Marks a query's data as truncated, so that the browser requests the rest. */
export const incompleteData = { updatedAt: incomplete };

/** Returns the client's data as deterministic JSON. */
export function serveData(client: QueryClient): string {
  const isKnown = (query: { state: { status: string } }) => query.state.status !== "pending";
  const { queries } = dehydrate(client, { shouldDehydrateQuery: isKnown });
  const timeless = queries.map(({ state, ...query }) => ({
    ...query,
    dehydratedAt: complete,
    state: {
      ...state,
      dataUpdatedAt: Math.min(state.dataUpdatedAt, complete),
      errorUpdatedAt: Math.min(state.errorUpdatedAt, complete),
    },
  }));
  return JSON.stringify({ mutations: [], queries: timeless } satisfies DehydratedState);
}

/** Restores the server's data in the client for hydration. */
export function takeServedData(client: QueryClient, json: string, now = Date.now()): void {
  // Safety: the server's renderer has written it with the same library.
  const served = JSON.parse(json) as DehydratedState;
  for (const { state } of served.queries) {
    if (state.dataUpdatedAt === complete) state.dataUpdatedAt = now;
  }
  hydrate(client, served);
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({
    ...defaults,
    queries: {
      ...defaults.queries,
      staleTime: ({ state }) => (state.dataUpdatedAt === now ? freshMilliseconds : 0),
    },
  });
}

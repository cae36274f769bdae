import { type DehydratedState, dehydrate, hydrate, type QueryClient } from "@tanstack/react-query";

/** How long the browser treats the data served with the page as fresh. */
const freshMilliseconds = 10_000;
/** Constant update times for truncated and for complete served data, so that equal pages have equal bytes. */
const incomplete = 1;
const complete = 2;

/** Query data option that marks the data as truncated, so that the browser requests the rest. */
export const incompleteData = { updatedAt: incomplete };

/** Serializes the client's successful queries as deterministic JSON. */
export function serializeQueries(client: QueryClient): string {
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

/** Restores the server's query data for hydration. */
export function restoreServedData(client: QueryClient, json: string, now = Date.now()): void {
  // Safety: the server's renderer wrote the JSON with the same library.
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

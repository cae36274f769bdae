import { type DehydratedState, dehydrate, hydrate, type QueryClient } from "@tanstack/react-query";

/** The page need not request what it came with. */
const freshMilliseconds = 10_000;
/** Replace the time of update, so that equal pages have equal bytes: data that the server has cut, and other data. */
const incomplete = 1;
const complete = 2;

/** Marks a query's data as a part of the whole: the page requests the rest. */
export const incompleteData = { updatedAt: incomplete };

/** Returns the client's data as JSON, the same for the same data. */
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

/** Gives the client the data with which the server rendered the page. */
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

import { type DehydratedState, hydrate, type QueryClient } from "@tanstack/react-query";

/** The page need not request what it came with. */
const freshMilliseconds = 10_000;
/** Time of update of data that the server has cut. */
const incomplete = 1;

/** Marks a query's data as a part of the whole: the page requests the rest. */
export const incompleteData = { updatedAt: incomplete };

/** Gives the client the data with which the server rendered the page. */
export function takeServedData(client: QueryClient, json: string, now = Date.now()): void {
  // Safety: the server's renderer has written it with the same library.
  const served = JSON.parse(json) as DehydratedState;
  for (const { state } of served.queries) {
    if (state.dataUpdatedAt > incomplete) state.dataUpdatedAt = now;
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

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement, type ReactNode } from "react";
import { prerender } from "react-dom/static";
import { MemoryRouter } from "react-router-dom";
import { type Markup, readMarkup } from "../readMarkup.ts";

/** Creates a query client that treats its data as fresh and never refetches. */
export function clientWithData(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false },
    },
  });
}

/** Renders a component after its lazy imports have loaded. Queries only read the cache; missing data is pending. */
export async function renderMarkup(
  node: ReactNode,
  queryClient: QueryClient = clientWithData(),
  path = "/",
): Promise<Markup> {
  const app = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(MemoryRouter, { initialEntries: [path] }, node),
  );
  const { prelude } = await prerender(app, {
    onError(error) {
      throw error;
    },
  });
  return readMarkup(await new Response(prelude).text());
}

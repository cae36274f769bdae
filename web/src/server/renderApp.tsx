import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { ReadService, RenderedPage, RenderRequest } from "#protocol/pageMarkup";
import { App } from "../App.tsx";
import { findPage, type PageRoute } from "../pages.tsx";
import { serveData } from "../servedData.ts";
import { giveServiceFetch } from "../serviceFetch.ts";

interface RenderedApp extends Pick<RenderedPage, "markup" | "data"> {
  route: PageRoute;
}

const anySite = "https://site.invalid";

/**
 * Renders a page from the service's answers.
 *
 * @returns undefined for a page that only browsers render.
 * @throws when the service fails to answer a read.
 */
export async function renderApp(
  { path, status }: RenderRequest,
  read: ReadService,
): Promise<RenderedApp | undefined> {
  const { route, params = {} } = findPage(new URL(path, anySite).pathname) ?? {};
  if (route?.data === undefined) return undefined;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await Promise.all([
    fetchData(client, read, (given) => route.data?.(given, params, status)),
    route.preload?.(),
  ]);
  const markup = renderToString(
    <QueryClientProvider client={client}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </QueryClientProvider>,
  );
  return { route, markup, data: serveData(client) };
}

/** Fetches a page's data. Queries keep their errors, so a failure of the service is thrown here. */
async function fetchData(
  client: QueryClient,
  read: ReadService,
  ask: (client: QueryClient) => Promise<unknown> | undefined,
): Promise<void> {
  const failures: unknown[] = [];
  giveServiceFetch(client, (path) =>
    answerOf(path, read).catch((error) => {
      failures.push(error);
      throw error;
    }),
  );
  await ask(client);
  if (failures.length > 0) throw failures[0];
}

async function answerOf(path: string, read: ReadService): Promise<Response> {
  const { status, headers, body } = await read(path);
  if (status >= 500) throw new Error(`${path} was answered with ${status}.`);
  return new Response(body, { status, headers });
}

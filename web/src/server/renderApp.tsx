import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type {
  ReadService,
  RenderedPage,
  RenderRequest,
  ServiceResponse,
} from "#protocol/wire/pageMarkup";
import type { PageName } from "#protocol/wire/pages";
import { App } from "../App.tsx";
import { setRuntimeConfig } from "../env.ts";
import { serializeQueries } from "../page/servedData.ts";
import { pageAt } from "../pageComponents.tsx";
import { ServiceError } from "../service/readJson.ts";
import { setServiceFetch } from "../service/serviceFetch.ts";
import { pageData } from "./pageData.ts";

interface RenderedApp extends Pick<RenderedPage, "markup" | "data"> {
  /** Modules of lazily loaded components. */
  modules: readonly string[];
}

const placeholderOrigin = "https://site.invalid";

/**
 * Renders a page from the service's responses.
 *
 * @returns undefined for a page that only browsers render.
 * @throws {Error} if the service does not respond to a read.
 */
export async function renderApp(
  { path, status, config }: RenderRequest,
  read: ReadService,
  onRead = () => {},
): Promise<RenderedApp | undefined> {
  const { pathname, searchParams: search } = new URL(path, placeholderOrigin);
  const { route, params = {} } = pageAt(pathname) ?? {};
  if (route?.isRendered !== true) return undefined;
  const { name, preload } = route;
  const data = pageData[name];
  setRuntimeConfig(config);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  try {
    await Promise.all([
      fetchData(client, read, async (given) => data?.fetch(given, { params, search, status })),
      preload?.(),
    ]);
    if (hasFailedQuery(client)) return undefined;
    onRead();
    const markup = renderToString(
      <QueryClientProvider client={client}>
        <StaticRouter location={path}>
          <App />
        </StaticRouter>
      </QueryClientProvider>,
    );
    const modules = [modulePath(name), ...(data?.modules ?? [])];
    return { modules, markup, data: serializeQueries(client) };
  } finally {
    // Otherwise, garbage collection timers would retain the data for minutes.
    client.clear();
  }
}

/** Returns the module path of a page component, relative to `web/`. */
function modulePath(name: PageName): string {
  return `src/${name}/${name.replace(/^./, (letter) => letter.toUpperCase())}Page.tsx`;
}

/** Fetches a page's data. Throws if the service fails, because queries only store their errors. */
async function fetchData(
  client: QueryClient,
  read: ReadService,
  fetchQueries: (client: QueryClient) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  setServiceFetch(client, async (path) => {
    try {
      return toResponse(path, await read(path));
    } catch (error) {
      failures.push(error);
      throw error;
    }
  });
  await fetchQueries(client);
  if (failures.length > 0) throw failures[0];
}

/**
 * Whether a query failed. Failures are not served, because pages distinguish them by class, which
 * JSON cannot represent.
 */
function hasFailedQuery(client: QueryClient): boolean {
  return client
    .getQueryCache()
    .getAll()
    .some(({ state }) => state.error instanceof ServiceError);
}

function toResponse(path: string, { status, headers, body }: ServiceResponse): Response {
  if (status >= 500) throw new Error(`The response to ${path} has status ${status}.`);
  return new Response(body, { status, headers });
}

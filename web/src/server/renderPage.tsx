import { dehydrate, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import type { PageRenderer, ReadService, RenderedPage } from "#protocol/pageMarkup";
import { App } from "../App.tsx";
import { findPage } from "../pages.tsx";
import { giveServiceFetch } from "../serviceFetch.ts";
import { entryScript, filesOf } from "./clientBuild.ts";

/** Path of the first script of the browser's build. */
export const builtFor: PageRenderer["builtFor"] = entryScript;

/**
 * Renders the page at a path from the service's answers.
 *
 * @returns undefined for a page that only browsers render.
 * @throws when the service fails to answer a read.
 */
export async function renderPage(
  path: string,
  read: ReadService,
): Promise<RenderedPage | undefined> {
  const { route, params } = findPage(new URL(path, anySite).pathname) ?? {};
  if (route?.data === undefined) return undefined;
  const failures: unknown[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  giveServiceFetch(client, (wanted) =>
    answerOf(wanted, read).catch((error) => {
      failures.push(error);
      throw error;
    }),
  );
  await Promise.all([route.data(client, params ?? {}), route.preload?.()]);
  if (failures.length > 0) throw failures[0];
  const markup = renderToString(
    <QueryClientProvider client={client}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </QueryClientProvider>,
  );
  const state = dehydrate(client, {
    shouldDehydrateQuery: ({ state }) => state.status !== "pending",
  });
  return { markup, data: JSON.stringify(state), files: filesOf(route.modules) };
}

const anySite = "https://site.invalid";

async function answerOf(path: string, read: ReadService): Promise<Response> {
  const { status, headers, body } = await read(path);
  if (status >= 500) throw new Error(`${path} was answered with ${status}.`);
  return new Response(body, { status, headers });
}

// Before the styles of components, which build on them.
import "./styles/fonts.css";
import "#collection/theme.css";
import "./styles/tokens.css";
import "./styles/base.css";

import type { QueryClient } from "@tanstack/react-query";
import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { type ReactNode, StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { pageDataElementId } from "#protocol/pageMarkup";
import { App } from "./App.tsx";
import { PageMessage } from "./components/PageMessage.tsx";
import { runtimeConfig } from "./env.ts";
import { reloadAfterDeployment } from "./page/reloadAfterDeployment.ts";
import { takeServedData } from "./page/servedData.ts";
import { followTranslation } from "./page/translatedText.ts";
import { pageAt } from "./pages.tsx";
import { cachePersistence, createQueryClient } from "./wallet/cache.ts";

// DEV is a build-time constant: production bundles omit this.
if (import.meta.env.DEV) (await import("./dev/faults.ts")).installFaultyFetch();

reloadAfterDeployment();
followTranslation();
const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");
const client = createQueryClient();
const rendered = document.getElementById(pageDataElementId)?.textContent;
// Not awaited: the bundler would split the scripts of a module that waits into many files.
if (rendered) void takeOver(root, rendered);
else createRoot(root).render(page(client));

/** Takes over the server's markup: the first render uses the data and the code from which it was made. */
async function takeOver(root: Element, data: string): Promise<void> {
  takeServedData(client, data);
  // Any change of a context above a boundary that still waits for its code would replace the markup by a placeholder.
  await pageAt(window.location.pathname)?.route.preload?.();
  hydrateRoot(root, page(client));
}

function page(client: QueryClient): ReactNode {
  return <StrictMode>{configuredPage(client)}</StrictMode>;
}

function configuredPage(client: QueryClient): ReactNode {
  try {
    const persistence = cachePersistence(runtimeConfig());
    return (
      <PersistQueryClientProvider client={client} persistOptions={persistence}>
        {/* As transitions, navigations would lag behind typing in the selector. */}
        <BrowserRouter useTransitions={false}>
          <App />
        </BrowserRouter>
      </PersistQueryClientProvider>
    );
  } catch (error) {
    console.error(error);
    return (
      <PageMessage title="No chain in sight">
        <p>The server did not provide this page's chain configuration.</p>
      </PageMessage>
    );
  }
}

// Imported before the components' styles, which override these.
import "./styles/fonts.css";
import "#collection/theme.css";
import "./styles/tokens.css";
import "./styles/base.css";

import type { QueryClient } from "@tanstack/react-query";
import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { type ReactNode, StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import { pageDataElementId } from "#protocol/wire/pageMarkup";
import { App } from "./App.tsx";
import { PageMessage } from "./components/PageMessage.tsx";
import { runtimeConfig } from "./env.ts";
import { followFailedLinks } from "./page/failedLinks.ts";
import { reloadAfterDeployment } from "./page/reloadAfterDeployment.ts";
import { restoreServedData } from "./page/servedData.ts";
import { hydratePage, showStaticMarkup, startPage } from "./page/start.tsx";
import { followTranslation } from "./page/translatedText.ts";
import { pageAt } from "./pageComponents.tsx";
import { cachePersistence, createQueryClient } from "./wallet/cache.ts";
import { developerTools } from "./wallet/developerTools.ts";

// DEV is a build-time constant: production bundles omit this.
if (import.meta.env.DEV) {
  (await import("./dev/faults.ts")).installFaultyFetch();
  developerTools.connector = async () => (await import("./dev/devWallet.ts")).devWallet();
  developerTools.accounts = () => import("./dev/DevAccounts.tsx");
}

reloadAfterDeployment();
followFailedLinks();
followTranslation();
const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");
const client = createQueryClient();
const rendered = document.getElementById(pageDataElementId)?.textContent;
// Not awaited, because top-level await would make the bundler split the scripts into many files.
if (rendered) void hydrate(root, rendered);
else startPage(root, page(client));

/** Hydrates the server's markup: the first render uses the data and code that produced it. */
async function hydrate(root: Element, data: string): Promise<void> {
  try {
    restoreServedData(client, data);
    await pageAt(window.location.pathname)?.route.preload?.();
  } catch (error) {
    // The server's markup is readable without the page's code.
    console.error(error);
    return showStaticMarkup();
  }
  hydratePage(root, page(client));
}

function page(client: QueryClient): ReactNode {
  return <StrictMode>{configuredPage(client)}</StrictMode>;
}

function configuredPage(client: QueryClient): ReactNode {
  try {
    const persistence = cachePersistence(runtimeConfig());
    return (
      <PersistQueryClientProvider client={client} persistOptions={persistence}>
        {/* If navigations were transitions, they would lag behind typing in the selector. */}
        <BrowserRouter useTransitions={false}>
          <App />
        </BrowserRouter>
      </PersistQueryClientProvider>
    );
  } catch (error) {
    console.error(error);
    return (
      <PageMessage title="No chain in sight">
        <p>The server sent no chain configuration. Reload the page to try again.</p>
      </PageMessage>
    );
  }
}

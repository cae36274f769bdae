import { PersistQueryClientProvider } from "@tanstack/react-query-persist-client";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { App } from "./App.tsx";
import { PageMessage } from "./components/PageMessage.tsx";
import { runtimeConfig } from "./env.ts";
import { cachePersistence, createQueryClient } from "./wallet/cache.ts";
import "./styles/fonts.css";
import "./styles/tokens.css";
import "./styles/base.css";

// DEV is a build-time constant: production bundles omit this.
if (import.meta.env.DEV) (await import("./dev/faultyFetch.ts")).installFaultyFetch();

const root = document.getElementById("root");
if (!root) throw new Error("The page has no #root element.");
createRoot(root).render(<StrictMode>{page()}</StrictMode>);

function page() {
  try {
    const persistence = cachePersistence(localStorage, runtimeConfig());
    return (
      <PersistQueryClientProvider client={createQueryClient()} persistOptions={persistence}>
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

import { lazy, Suspense, useEffect } from "react";
import {
  Link,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useMatch,
  useNavigationType,
} from "react-router-dom";
import { ErrorBoundary } from "./components/ErrorBoundary.tsx";
import { PageAnnouncer } from "./components/PageAnnouncer.tsx";
import { PageMessage } from "./components/PageMessage.tsx";
import { SiteHeader } from "./components/SiteHeader.tsx";
import { useCanonicalAddress } from "./components/useCanonicalAddress.ts";
import { cleanDrifterId, drifterPath } from "./drifter/cleanDrifterId.ts";
import { DrifterPage } from "./drifter/DrifterPage.tsx";
import { DrifterSelector } from "./drifter/DrifterSelector.tsx";
import { HomePage } from "./home/HomePage.tsx";
import { LeftElsewhere } from "./narrative/LeftElsewhere.tsx";
import { WalletProvider } from "./wallet/WalletProvider.tsx";

// Readers never fetch what minting needs.
const MintPage = lazy(() => import("./mint/MintPage.tsx"));
// The few who plan a sale fetch what that takes.
const PhasesPage = lazy(() => import("./phases/PhasesPage.tsx"));

// The condition is a constant of the build: a production bundle holds none of this.
const DevPanel = import.meta.env.DEV ? lazy(() => import("./dev/DevPanel.tsx")) : undefined;

/** The shell of every page, and the routes. */
export function App() {
  const { pathname } = useLocation();
  useScrollToTop();
  useCanonicalAddress();
  return (
    <WalletProvider>
      <PageAnnouncer />
      <SiteHeader />
      <hr className="site-divider" />
      <main>
        <ErrorBoundary fallback={<BrokenPage />} resetKey={pathname}>
          <Routes>
            <Route element={<SelectorLayout />}>
              <Route path="/" element={<HomePage />} />
              <Route path="/drifter/:drifterId" element={<DrifterPage />} />
            </Route>
            <Route element={<LazyLayout />}>
              <Route path="/mint" element={<MintPage />} />
              <Route path="/phases" element={<PhasesPage />} />
            </Route>
            <Route path="*" element={<UnknownPage />} />
          </Routes>
        </ErrorBoundary>
      </main>
      <LeftElsewhere />
      {DevPanel && (
        <Suspense>
          <DevPanel />
        </Suspense>
      )}
    </WalletProvider>
  );
}

/** Keeps one selector above both of its pages. An id with leading zeros moves to its own address. */
function SelectorLayout() {
  const drifterId = useMatch("/drifter/:drifterId")?.params.drifterId;
  const cleaned = drifterId === undefined ? undefined : cleanDrifterId(drifterId);
  if (cleaned !== undefined && cleaned !== drifterId) {
    return <Navigate to={drifterPath(cleaned)} replace />;
  }
  return (
    <>
      <DrifterSelector />
      <Outlet />
    </>
  );
}

/** Waits for a page that most visitors never fetch. */
function LazyLayout() {
  return (
    <Suspense>
      <Outlet />
    </Suspense>
  );
}

function UnknownPage() {
  return (
    <PageMessage title="Off the map">
      <p>No trail leads here. Whatever stood at this address, the dust has it now.</p>
      <p>
        <Link to="/">Back to the Fringe</Link>
      </p>
    </PageMessage>
  );
}

function BrokenPage() {
  return (
    <PageMessage title="Dust in the works">
      <p>Something on this page broke. What you were writing is kept in this browser.</p>
      <p>
        <a href="/">Start again from the Fringe</a>
      </p>
    </PageMessage>
  );
}

/** A page that was gone to begins at its top; one come back to stays where the browser puts it. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new path is the reason to scroll.
  useEffect(() => {
    if (navigationType === "PUSH") window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}

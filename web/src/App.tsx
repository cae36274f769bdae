import { useEffect } from "react";
import { Navigate, Outlet, Route, Routes, useLocation, useMatch } from "react-router-dom";
import { chainPagePath, pages } from "#protocol/wire/pages";
import { ErrorBoundary } from "./components/ErrorBoundary.tsx";
import { lazily } from "./components/lazily.tsx";
import { useLeftDraft } from "./narrative/leftDraft.ts";
import { hasStoredMint } from "./page/storedMint.ts";
import { useScrollToTop } from "./page/usePage.ts";
import { pageRoutes } from "./pageComponents.tsx";
import { PageAnnouncer, SiteFooter, SiteHeader } from "./site/SiteFrame.tsx";
import { TokenSelector } from "./token/TokenSelector.tsx";
import { cleanDrifterId, selectedTokenPath } from "./tokens/tokenLinks.ts";
import { BrokenPage, UnknownPage } from "./UnknownPage.tsx";
import { useWallet } from "./wallet/useWallet.ts";
import { WalletProvider } from "./wallet/WalletProvider.tsx";

// DEV is a build-time constant: production bundles omit this.
const DevPanel = import.meta.env.DEV ? lazily(() => import("./dev/DevPanel.tsx")) : undefined;

/** Fetched only by writers whose editor was closed. */
const LeftElsewhere = lazily(() => import("./narrative/LeftElsewhere.tsx"), {
  Failure: () => null,
});

const PendingMint = lazily(() => import("./mint/PendingMint.tsx"), { Failure: () => null });

const ChainPage = import.meta.env.DEV
  ? lazily(() => import("./dev/chain/ChainPage.tsx"))
  : undefined;

/** Renders the layout of every page, and the routes. */
export function App() {
  const { pathname } = useLocation();
  const left = useLeftDraft();
  useScrollToTop();
  useCanonicalLink();
  return (
    <WalletProvider>
      <PageAnnouncer />
      <SiteHeader>
        <PendingMintLink />
      </SiteHeader>
      <hr className="site-divider" />
      <main>
        <ErrorBoundary fallback={<BrokenPage />} resetKey={pathname}>
          <Routes>
            <Route element={<SelectorLayout />}>
              {pageRoutes.filter(({ hasSelector }) => hasSelector).map(toRoute)}
            </Route>
            {pageRoutes.filter(({ hasSelector }) => !hasSelector).map(toRoute)}
            {ChainPage && <Route path={chainPagePath} element={<ChainPage />} />}
            <Route path="*" element={<UnknownPage />} />
          </Routes>
        </ErrorBoundary>
      </main>
      <SiteFooter />
      {/* Rendered before its text, so that screen readers announce it. */}
      <div role="status">{left && <LeftElsewhere />}</div>
      {DevPanel && <DevPanel />}
    </WalletProvider>
  );
}

/** Links to the connected wallet's mint from other pages. Loads the code only if the browser stored a mint. */
function PendingMintLink() {
  const { pathname } = useLocation();
  const { address } = useWallet();
  if (!address || pathname === pages.mint.path) return null;
  return hasStoredMint(address) ? <PendingMint key={pathname} wallet={address} /> : null;
}

function toRoute({ path, page: Page }: (typeof pageRoutes)[number]) {
  return <Route key={path} path={path} element={<Page />} />;
}

/** Renders the selector above both of its pages, and redirects IDs with leading zeros to the canonical path. */
function SelectorLayout() {
  const drifterId = useMatch(pages.token.path)?.params.drifterId;
  const cleaned = drifterId === undefined ? undefined : cleanDrifterId(drifterId);
  if (cleaned !== undefined && cleaned !== drifterId) {
    return <Navigate to={selectedTokenPath(cleaned)} replace />;
  }
  return (
    <>
      <TokenSelector />
      <Outlet />
    </>
  );
}

/**
 * Updates the canonical link on navigation, because browsers share that URL. Does nothing on pages
 * without a canonical link.
 */
function useCanonicalLink(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
    if (link) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}

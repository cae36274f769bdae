import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { productName } from "#protocol/wire/pages";

/** Sets the document's title from the page's name; without a name, to the product's title. */
export function useDocumentTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name} · ${productName}` : productName;
  }, [name]);
}

/** Scrolls to the top after a link is followed; after back or forward, the browser restores the position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    if (navigationType === "PUSH") window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}

/**
 * Whether the page has taken over the server's markup. Until then it renders exactly that markup, so what only the
 * browser knows (time zone, origin, storage) has to wait, and controls are disabled.
 */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

function subscribe() {
  return () => undefined;
}

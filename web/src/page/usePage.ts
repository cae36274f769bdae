import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { productName } from "#protocol/wire/pages";

/** Sets the document's title from the page's name, or to the product's title without a name. */
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
 * Whether hydration has finished. Until then components render exactly the server's markup: values that only the
 * browser knows (time zone, origin, storage) have to wait, and controls are disabled.
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

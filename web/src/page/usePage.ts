import { useEffect, useSyncExternalStore } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { productName } from "#protocol/wire/pages";

/** Sets the document title to the page's name, or to the product's title if there is no name. */
export function useDocumentTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name} · ${productName}` : productName;
  }, [name]);
}

/**
 * Scrolls to the top after a link is followed, unless the navigation's state says otherwise; after back or forward, the
 * browser restores the scroll position.
 */
export function useScrollToTop(): void {
  const { pathname, state } = useLocation();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    if (navigationType === "PUSH" && !state?.keepsScroll) window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}

/**
 * Whether hydration has finished. Until then, components must render exactly the server's markup:
 * no values that only the browser knows (time zone, origin, storage), and disabled controls.
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

import { useEffect } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/** Scrolls to the top after a link is followed; after back or forward, the browser restores the position. */
export function useScrollToTop(): void {
  const { pathname } = useLocation();
  const navigationType = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the path changes.
  useEffect(() => {
    if (navigationType === "PUSH") window.scrollTo(0, 0);
  }, [pathname, navigationType]);
}

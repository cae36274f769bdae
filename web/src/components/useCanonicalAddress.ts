import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/** Updates the canonical link on navigation, because browsers share its URL. Does nothing on pages without one. */
export function useCanonicalAddress(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
    if (link) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}

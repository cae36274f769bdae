import { useEffect } from "react";
import { useLocation } from "react-router-dom";

/**
 * Keeps the server's canonical link at the page that is shown: browsers share what it says. Pages that
 * came without one get none.
 */
export function useCanonicalAddress(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=canonical]");
    if (link) link.href = new URL(pathname, link.href).href;
  }, [pathname]);
}

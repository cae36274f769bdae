import { useEffect } from "react";

const productTitle = "Fringe Drifters";

/** Names the page in the browser's tab; without a name, the product's title stands alone. */
export function useDocumentTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name} · ${productTitle}` : productTitle;
  }, [name]);
}

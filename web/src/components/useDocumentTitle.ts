import { useEffect } from "react";

const productTitle = "Fringe Drifters";

/** Sets the document's title from the page's name; without a name, to the product's title. */
export function useDocumentTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name} · ${productTitle}` : productTitle;
  }, [name]);
}

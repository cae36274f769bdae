import { useEffect } from "react";
import { productName } from "#protocol/pages";

/** Sets the document's title from the page's name; without a name, to the product's title. */
export function useDocumentTitle(name?: string): void {
  useEffect(() => {
    document.title = name ? `${name} · ${productName}` : productName;
  }, [name]);
}

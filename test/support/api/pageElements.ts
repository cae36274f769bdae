import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";

type Element = DefaultTreeAdapterTypes.Element;

/** All elements of a page. */
export function elementsIn(html: string): Element[] {
  const walk = (node: DefaultTreeAdapterTypes.Node): Element[] => {
    const children = "childNodes" in node ? node.childNodes.flatMap(walk) : [];
    return defaultTreeAdapter.isElementNode(node) ? [node, ...children] : children;
  };
  return walk(parse(html));
}

/** Title, canonical URL and meta tags, by their names. */
export function headOfElements(elements: readonly Element[]): Record<string, string> {
  return Object.fromEntries(
    elements.flatMap((element) => {
      const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
      const [child] = element.childNodes;
      if (element.tagName === "title") {
        return [["title", child && defaultTreeAdapter.isTextNode(child) ? child.value : ""]];
      }
      if (attributes.get("rel") === "canonical")
        return [["canonical", attributes.get("href") ?? ""]];
      const key = attributes.get("name") ?? attributes.get("property");
      return key === undefined ? [] : [[key, attributes.get("content") ?? ""]];
    }),
  );
}

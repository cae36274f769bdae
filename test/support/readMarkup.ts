import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface MarkupElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Text content of the markup. */
  text: string;
}

/** A component's first render, before effects run. */
export interface Markup {
  /** Every element, in document order. */
  elements: readonly MarkupElement[];
  /** Text with collapsed whitespace. */
  words: string;
  /** Returns the elements with these tag names, in document order. */
  all(...names: string[]): MarkupElement[];
  /** Returns the elements with this role attribute. */
  role(role: string): MarkupElement[];
}

/** Parses markup as a browser does. */
export function readMarkup(html: string): Markup {
  const fragment = parseFragment(html);
  const elements = elementsIn(fragment).map((element) => ({
    name: element.tagName,
    attributes: Object.fromEntries(element.attrs.map(({ name, value }) => [name, value])),
    text: textOf(element),
  }));
  return {
    elements,
    words: textOf(fragment).replace(/\s+/g, " ").trim(),
    all: (...names) => elements.filter(({ name }) => names.includes(name)),
    role: (role) => elements.filter(({ attributes }) => attributes.role === role),
  };
}

function elementsIn(node: Node): Element[] {
  const below = childrenOf(node).flatMap(elementsIn);
  return "tagName" in node ? [node, ...below] : below;
}

function textOf(node: Node): string {
  if (node.nodeName === "#text") return (node as DefaultTreeAdapterTypes.TextNode).value;
  return childrenOf(node).map(textOf).join("");
}

function childrenOf(node: Node): Node[] {
  return "childNodes" in node ? node.childNodes : [];
}

/** Returns the title, the canonical URL and meta tags by name. */
export function headOfElements(elements: readonly MarkupElement[]): Record<string, string> {
  return Object.fromEntries(
    elements.flatMap(({ name: tag, attributes, text }) => {
      const { rel, href = "", name, property, content = "" } = attributes;
      if (tag === "title") return [["title", text]];
      if (rel === "canonical") return [["canonical", href]];
      const key = name ?? property;
      return key === undefined ? [] : [[key, content]];
    }),
  );
}

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type DefaultTreeAdapterTypes, parseFragment } from "parse5";
import { createElement, type ReactNode } from "react";
import { prerender } from "react-dom/static";
import { MemoryRouter } from "react-router-dom";

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

export interface MarkupElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Text content of the markup. */
  text: string;
}

/** First render of a component, before effects run. */
export interface Markup {
  /** Every element, in the order of the document. */
  elements: readonly MarkupElement[];
  /** Text with whitespace collapsed. */
  words: string;
  /** The elements of these names, in the order of the document. */
  all(...names: string[]): MarkupElement[];
  /** The elements with this role attribute. */
  role(role: string): MarkupElement[];
}

/** Creates a query client that treats its data as fresh and never refetches. */
export function clientWithData(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: Number.POSITIVE_INFINITY, retry: false, retryOnMount: false },
    },
  });
}

/**
 * Renders a component after its lazy imports have loaded. Queries read only the cache of `queryClient`;
 * missing data is pending.
 */
export async function renderMarkup(
  node: ReactNode,
  queryClient: QueryClient = clientWithData(),
  path = "/",
): Promise<Markup> {
  const app = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(MemoryRouter, { initialEntries: [path] }, node),
  );
  const { prelude } = await prerender(app, {
    onError(error) {
      throw error;
    },
  });
  return readMarkup(await new Response(prelude).text());
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

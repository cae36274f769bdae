import { Window } from "happy-dom";

const { DOMParser } = new Window();

/** Parses XML; throws if it is not well-formed. */
export function parseXml(text: string): Element {
  const document = new DOMParser().parseFromString(text, "application/xml");
  const fault = document.querySelector("parsererror");
  if (fault !== null || document.documentElement === null) throw new Error(`Not XML: ${text}`);
  // Safety: happy-dom's elements have the interface of the DOM's.
  return document.documentElement as unknown as Element;
}

/** Child elements with a name. */
export function elementsOf(parent: Element | undefined, name: string): Element[] {
  return [...(parent?.children ?? [])].filter(({ tagName }) => tagName === name);
}

/** Text of the only child element with a name; undefined if there is none, or several. */
export function textOf(parent: Element | undefined, name: string): string | undefined {
  const [element, ...others] = elementsOf(parent, name);
  return others.length === 0 ? (element?.textContent ?? undefined) : undefined;
}

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement, type ReactNode, useState } from "react";
import type { Root } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { MemoryStorage } from "./memoryStorage.ts";
import { SmallDocument, type SmallElement, type SmallEvent } from "./smallDocument.ts";

/** A part of the page that reacts to what a person does, without a browser. */
export interface Mounted {
  document: SmallDocument;
  queryClient: QueryClient;
  /** Where the page is: `/drifter/7?a=1`. */
  path(): string;
  /** How the page came there: `PUSH`, `REPLACE` or `POP`. */
  navigation(): string;
  /** Its words, with one space between them. */
  words(): string;
  /** The elements with these names, in the order of the document. */
  all(...names: string[]): SmallElement[];
  /** The words of the elements with a role. */
  role(role: string): string[];
  /** The element whose words, label or `aria-label` are these. */
  named(name: string): SmallElement;
  click(name: string): Promise<void>;
  type(name: string, text: string): Promise<void>;
  /** Lets an event happen to an element. */
  fire(element: SmallElement, type: string, properties?: object): Promise<SmallEvent>;
  /** Does something, and lets the page take it in. */
  during(work: () => unknown): Promise<void>;
  show(node: ReactNode): Promise<void>;
}

/** What a browser has beside its document. */
function smallWindow(document: SmallDocument) {
  const listeners = new EventTarget();
  const window = {
    document,
    event: undefined,
    innerHeight: 800,
    location: new URL("http://here.example/"),
    HTMLIFrameElement: class {},
    matchMedia: () => ({ matches: true }),
    getSelection: () => null,
    addEventListener: listeners.addEventListener.bind(listeners),
    removeEventListener: listeners.removeEventListener.bind(listeners),
    dispatchEvent: listeners.dispatchEvent.bind(listeners),
  };
  document.defaultView = window;
  return window;
}

/** A client that asks once. */
export function askingClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false } } });
}

/**
 * Mounts a part of the page, does what a test does with it, and takes everything away again. Effects run, queries are
 * asked: the test answers `fetch`.
 */
export async function mounted(
  node: ReactNode,
  work: (page: Mounted) => Promise<void>,
  { path = "/", queryClient = askingClient() }: { path?: string; queryClient?: QueryClient } = {},
): Promise<void> {
  const document = new SmallDocument();
  const window = smallWindow(document);
  const names = {
    window,
    document,
    localStorage: new MemoryStorage(),
    sessionStorage: new MemoryStorage(),
    IS_REACT_ACT_ENVIRONMENT: true,
  };
  const before: Readonly<Record<string, PropertyDescriptor>> =
    Object.getOwnPropertyDescriptors(globalThis);
  Object.assign(globalThis, names);
  let root: Root | undefined;
  const { error } = console;
  // The same tests render markup as a server does, which React notices.
  console.error = (words, ...rest) => {
    if (!String(words).startsWith("Detected multiple renderers")) error(words, ...rest);
  };
  try {
    const { createRoot } = await import("react-dom/client");
    const container = document.createElement("main");
    document.body.appendChild(container);
    // Safety: React asks no more of an element than this one has.
    root = createRoot(container as unknown as Element);
    const page = await present(root, { container, document, queryClient, path }, node);
    await work(page);
  } finally {
    await act(async () => root?.unmount());
    queryClient.clear();
    console.error = error;
    for (const name of Object.keys(names)) {
      const descriptor = before[name];
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

interface Stage {
  container: SmallElement;
  document: SmallDocument;
  queryClient: QueryClient;
  path: string;
}

async function present(root: Root, stage: Stage, first: ReactNode): Promise<Mounted> {
  const { container, document, queryClient } = stage;
  let shown = first;
  let repaint = () => {};
  function Shown() {
    const [, count] = useState(0);
    repaint = () => count((before) => before + 1);
    return shown;
  }
  const router = createMemoryRouter([{ path: "*", element: createElement(Shown) }], {
    initialEntries: [stage.path],
  });
  const page: Mounted = {
    document,
    queryClient,
    path: () => router.state.location.pathname + router.state.location.search,
    navigation: () => router.state.historyAction,
    words: () => container.textContent.replace(/\s+/g, " ").trim(),
    all: (...names) =>
      container.descendants.filter(({ tagName }) => names.includes(tagName.toLowerCase())),
    role: (role) =>
      container.descendants
        .filter((each) => each.getAttribute("role") === role)
        .map(({ textContent }) => textContent),
    named: (name) => elementNamed(container, name),
    click: async (name) => {
      const element = elementNamed(container, name);
      if (!element.disabled) await page.fire(element, "click", { button: 0 });
    },
    async type(name, text) {
      const element = elementNamed(container, name);
      element.value = text;
      await page.fire(element, element.tagName === "SELECT" ? "change" : "input");
    },
    async fire(element, type, properties) {
      let event: SmallEvent | undefined;
      await act(async () => {
        event = element.fire(type, properties);
        await settled();
      });
      if (!event) throw new Error("Nothing happened.");
      return event;
    },
    during: (work) =>
      act(async () => {
        await work();
        await settled();
      }),
    show: (node) =>
      act(async () => {
        shown = node;
        repaint();
        await settled();
      }),
  };
  const app = createElement(
    QueryClientProvider,
    { client: queryClient },
    createElement(RouterProvider, { router }),
  );
  await act(async () => {
    root.render(app);
    await settled();
  });
  return page;
}

/** Queries tell the page of an answer a turn of the event loop after it has come, and may then ask for more. */
async function settled(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await new Promise((resolve) => setTimeout(resolve));
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
  }
}

function elementNamed(container: SmallElement, name: string): SmallElement {
  const all = container.descendants;
  const labelled = all.find((each) => each.tagName === "LABEL" && each.textContent.trim() === name);
  const id = labelled?.getAttribute("for");
  const found = all.find(
    (each) =>
      each.getAttribute("aria-label") === name ||
      (id !== undefined && id !== null && each.getAttribute("id") === id) ||
      (/^(BUTTON|A|SUMMARY)$/.test(each.tagName) && each.textContent.trim() === name),
  );
  if (!found) throw new Error(`Nothing is called “${name}” in “${container.textContent}”.`);
  return found;
}

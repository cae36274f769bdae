// Imported for its side effect by processes that run component tests, before anything that uses a DOM: makes this
// process look like a page to React, wagmi and the components.
import { inspect } from "node:util";
import { GlobalRegistrator } from "@happy-dom/global-registrator";

/** Preserves Node's globals, because tests mock `fetch` and timers, except for these, which belong to the DOM. */
const { CustomEvent, Event, EventTarget, FormData, Navigator, navigator, ...ofNode } =
  Object.getOwnPropertyDescriptors(globalThis);
GlobalRegistrator.register({ url: "http://localhost/", width: 1_024, height: 800 });
Object.defineProperties(globalThis, ofNode);
// Otherwise, a failure report would show everything that a node refers to, including the window.
Object.assign(Reflect.get(globalThis, "Node").prototype, {
  [inspect.custom](this: { nodeName: string; outerHTML?: string }) {
    return this.outerHTML ?? this.nodeName;
  },
});

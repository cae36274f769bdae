// Imported for its side effect by processes that run component tests, before anything that uses a DOM: makes this
// process look like a page to React, wagmi and the components.
import { inspect } from "node:util";
import { GlobalRegistrator } from "@happy-dom/global-registrator";

/** Node's globals stay, because tests mock its `fetch` and its timers; except these, which belong to the DOM. */
const { CustomEvent, Event, EventTarget, FormData, Navigator, navigator, ...ofNode } =
  Object.getOwnPropertyDescriptors(globalThis);
GlobalRegistrator.register({ url: "http://localhost/", width: 1_024, height: 800 });
Object.defineProperties(globalThis, ofNode);
// The report of a failure would show everything that a node refers to, with the whole window.
Object.assign(Reflect.get(globalThis, "Node").prototype, {
  [inspect.custom](this: { nodeName: string; outerHTML?: string }) {
    return this.outerHTML ?? this.nodeName;
  },
});

// Imported for its side effect by processes that run component tests, before anything that uses a DOM: makes this
// process look like a page to React, wagmi and the components.
import { inspect } from "node:util";
import { GlobalRegistrator } from "@happy-dom/global-registrator";

/** Globals that pages and Node share. Node's stay, because tests answer its `fetch` and mock its timers. */
const sharedWithNode = [
  ...["AbortController", "AbortSignal", "Blob", "DOMException", "File", "URL", "WebSocket"],
  ...["Headers", "Request", "Response", "fetch", "TransformStream", "WritableStream"],
  ...["clearInterval", "clearTimeout", "queueMicrotask", "setInterval", "setTimeout"],
  ...["MessagePort", "atob", "btoa"],
];

const ofNode = sharedWithNode.map((name) => {
  const descriptor = Object.getOwnPropertyDescriptor(globalThis, name);
  if (descriptor === undefined) throw new Error(`Node has no global ${name}.`);
  return [name, descriptor] as const;
});
GlobalRegistrator.register({ url: "http://localhost/", width: 1_024, height: 800 });
Object.defineProperties(globalThis, Object.fromEntries(ofNode));
// The report of a failure would show everything that a node refers to, with the whole window.
Object.assign(Reflect.get(globalThis, "Node").prototype, {
  [inspect.custom](this: { nodeName: string; outerHTML?: string }) {
    return this.outerHTML ?? this.nodeName;
  },
});

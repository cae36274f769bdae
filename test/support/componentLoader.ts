import { registerHooks } from "node:module";
import * as React from "react";

// Imported for its effects, by tests that import components afterwards, with `await import(…)`.

// The test runner compiles JSX into calls of a global React, the browser's build does not.
Object.assign(globalThis, { React });

// Components import their style sheets. In Node these are modules without a content.
registerHooks({
  load: (url, context, next) =>
    new URL(url).pathname.endsWith(".css")
      ? { format: "module", source: "", shortCircuit: true }
      : next(url, context),
});

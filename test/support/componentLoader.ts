import { registerHooks } from "node:module";
import * as React from "react";

// Imported for its side effects by tests that then import components with `await import(…)`.

// The test runner compiles JSX into calls of a global React, unlike the browser's build.
Object.assign(globalThis, { React });

// Components import style sheets, which are empty modules in Node.
registerHooks({
  load: (url, context, next) =>
    new URL(url).pathname.endsWith(".css")
      ? { format: "module", source: "", shortCircuit: true }
      : next(url, context),
});

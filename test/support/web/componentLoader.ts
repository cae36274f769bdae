import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

// Imported for its side effects by tests that then import components with `await import(…)`.

// Components import style sheets, which become empty modules in Node, and raw text (`?raw`), and read
// `import.meta.env`, which only the build defines: here it describes a production build.
registerHooks({
  load(url, context, next) {
    const { pathname, search } = new URL(url);
    if (pathname.endsWith(".css")) return { format: "module", source: "", shortCircuit: true };
    if (search === "?raw") {
      const text = readFileSync(new URL(pathname, url), "utf8");
      const source = `export default ${JSON.stringify(text)};`;
      return { format: "module", source, shortCircuit: true };
    }
    const loaded = next(url, context);
    const source = String(loaded.source ?? "");
    if (!pathname.includes("/web/src/") || !source.includes("import.meta.env")) return loaded;
    return {
      ...loaded,
      source: `import.meta.env ??= { DEV: false, VITE_VERSION: "1.2.3" };${source}`,
    };
  },
});

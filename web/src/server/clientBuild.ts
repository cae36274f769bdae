import manifest from "virtual:client-manifest";
import type { PageFiles } from "#protocol/wire/pageMarkup";

/** Key of the browser build's entry in its manifest, https://vite.dev/guide/backend-integration. */
const entryKey = "index.html";

/** Path of the browser build's first script. */
export const entryScript = manifest[entryKey]?.file ?? "";

/** Files of the entry and its imports. */
export const entryFiles = filesIn([...reachable([entryKey])]);

/** Returns the files of modules and their imports that the entry does not load. */
export function collectPageFiles(modules: readonly string[] = []): PageFiles {
  const loaded = reachable([entryKey]);
  return filesIn([...reachable(modules)].filter((key) => !loaded.has(key)));
}

function filesIn(keys: readonly string[]): PageFiles {
  const chunks = keys.map((key) => manifest[key]);
  return {
    styles: [...new Set(chunks.flatMap((chunk) => chunk?.css ?? []))],
    modules: [...new Set(chunks.flatMap((chunk) => chunk?.file ?? []))],
  };
}

/** Returns the keys of these chunks and all their static imports. */
function reachable(keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (found.has(key)) continue;
    found.add(key);
    reachable(manifest[key]?.imports ?? [], found);
  }
  return found;
}

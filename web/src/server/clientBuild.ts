import manifest from "virtual:client-manifest";
import type { PageFiles } from "#protocol/wire/pageMarkup";

/** Key of the browser build's entry in its manifest, https://vite.dev/guide/backend-integration. */
const entryKey = "index.html";

/** Path of the browser build's first script. */
export const entryScript = manifest[entryKey]?.file ?? "";

/** Files that the entry and its imports need. */
export const entryFiles = listFiles([...reachable([entryKey])]);

/** Returns the files that modules and their imports need, beyond the files that the entry loads. */
export function collectPageFiles(modules: readonly string[] = []): PageFiles {
  const loaded = reachable([entryKey]);
  return listFiles([...reachable(modules)].filter((key) => !loaded.has(key)));
}

function listFiles(keys: readonly string[]): PageFiles {
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

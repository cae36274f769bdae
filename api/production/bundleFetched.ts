import { join } from "node:path";
import type { Plugin } from "vite";
import { fetchPackages, type PackageSet } from "../../scripts/shared/fetchPackages.ts";

/** Bundles the packages of a set that the sources import with `importFetched`: there is no npm where the output runs. */
export function bundleFetched(set: PackageSet): Plugin {
  const imports = new RegExp(`importFetched\\("${set}", ("[^"]+")\\)`, "g");
  return {
    name: "bundle-fetched",
    async transform(code) {
      if (code.search(imports) < 0) return undefined;
      const packages = join(await fetchPackages(set), "node_modules");
      const bundled = (_: string, path: string) =>
        `import(${JSON.stringify(join(packages, JSON.parse(path)))})`;
      return { code: code.replaceAll(imports, bundled), map: null };
    },
  };
}

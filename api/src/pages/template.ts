import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runtimeConfigMarker } from "#protocol/wire/runtimeConfig";

/** Reads the template for each request, so that a new build needs no restart; undefined if there is no build. */
export async function readTemplate(webDir: string): Promise<string | undefined> {
  const file = join(webDir, "index.html");
  const template = await readFile(file, "utf8").catch(() => undefined);
  if (template?.includes(runtimeConfigMarker) !== false) return template;
  throw new Error(`${file} has no ${runtimeConfigMarker} for the configuration.`);
}

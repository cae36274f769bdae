import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runtimeConfigMarker } from "#protocol/runtimeConfig";

/** The build's `index.html`; another object after each change. */
export interface PageTemplate {
  html: string;
}

/** Creates the function that reads the template, so that a new build needs no restart. Undefined without a build. */
export function createTemplateReader(webDir: string) {
  const file = join(webDir, "index.html");
  let last: PageTemplate | undefined;

  return async (): Promise<PageTemplate | undefined> => {
    const html = await readFile(file, "utf8").catch(() => undefined);
    if (html !== undefined && !html.includes(runtimeConfigMarker)) {
      throw new Error(`${file} has no ${runtimeConfigMarker} for the configuration.`);
    }
    if (html !== last?.html) last = html === undefined ? undefined : { html };
    return last;
  };
}

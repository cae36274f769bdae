import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runtimeConfigMarker } from "#protocol/runtimeConfig";

/** The build's `index.html`; another object after each change. */
export interface PageTemplate {
  html: string;
}

/**
 * Creates the function that reads the template, at most once in `lifeMilliseconds`, so that a new build needs no
 * restart. Undefined without a build.
 */
export function createTemplateReader(webDir: string, lifeMilliseconds: number) {
  const file = join(webDir, "index.html");
  let known: PageTemplate | undefined;
  let readAt = Number.NEGATIVE_INFINITY;

  return async (): Promise<PageTemplate | undefined> => {
    const now = performance.now();
    if (now - readAt < lifeMilliseconds) return known;
    const html = await readFile(file, "utf8").catch(() => undefined);
    if (html !== undefined && !html.includes(runtimeConfigMarker)) {
      throw new Error(`${file} has no ${runtimeConfigMarker} for the configuration.`);
    }
    if (html !== known?.html) known = html === undefined ? undefined : { html };
    readAt = now;
    return known;
  };
}

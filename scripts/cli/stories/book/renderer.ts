import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { PageRenderer } from "#protocol/pageMarkup";
import { UsageError } from "../../../shared/commandLine/usageError.ts";

/**
 * Loads the renderer of the build in `webDir`.
 *
 * @throws {UsageError} if there is none of that build.
 */
export async function loadRenderer(webDir: string): Promise<PageRenderer> {
  const file = resolve(webDir, "..", "renderer", "renderPage.js");
  const page = await readFile(join(webDir, "index.html"), "utf8").catch(() => "");
  if (page !== "" && existsSync(file)) {
    // Safety: `npm run build` has written it.
    const renderer = (await import(pathToFileURL(file).href)) as PageRenderer;
    if (page.includes(`"/${renderer.builtFor}"`) && "renderBookPage" in renderer) return renderer;
  }
  throw new UsageError(
    `The build in ${resolve(webDir, "..")} is missing or stale: run npm run build.`,
  );
}

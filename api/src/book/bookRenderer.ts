import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { BookPage } from "#protocol/wire/bookMarkup";
import type { BookFiles, PageRenderer } from "#protocol/wire/pageMarkup";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";

/** Renders a book's pages. */
export interface BookRenderer {
  /** Build files that the pages link to. */
  files: BookFiles;
  /** Renders a page as an HTML document that links to app paths and build files. */
  render(page: BookPage): Promise<string>;
  /** Renders a story by itself; see `PageRenderer`. */
  renderStory: PageRenderer["renderStory"];
}

/** Loads the build's renderer from `webDir`; undefined if it is missing or belongs to a different build. */
export async function openBookRenderer(
  webDir: string,
  config: RuntimeConfig,
): Promise<BookRenderer | undefined> {
  const file = resolve(webDir, "..", "renderer", "renderPage.js");
  const template = await readFile(join(webDir, "index.html"), "utf8").catch(() => "");
  if (template === "" || !existsSync(file)) return undefined;
  // Safety: `npm run build` wrote the module.
  const renderer = (await import(pathToFileURL(file).href)) as PageRenderer;
  const { builtFor, bookFiles: files, renderStory } = renderer;
  if (files === undefined || !template.includes(`"/${builtFor}"`)) return undefined;
  return { files, renderStory, render: (page) => renderer.renderBookPage(page, config) };
}

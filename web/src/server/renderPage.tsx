// Entry point of the renderer's bundle; `PageRenderer` in `#protocol/wire/pageMarkup` describes the exports.
import type { PageRenderer } from "#protocol/wire/pageMarkup";
import { collectPageFiles, entryScript } from "./clientBuild.ts";
import { renderApp } from "./renderApp.tsx";

export { bookFiles, renderBookPage } from "./renderBook.tsx";
export { renderStory } from "./renderStory.tsx";

export const builtFor: PageRenderer["builtFor"] = entryScript;

export const renderPage: PageRenderer["renderPage"] = async (request, read, onRead) => {
  const rendered = await renderApp(request, read, onRead);
  if (rendered === undefined) return undefined;
  const { modules, ...page } = rendered;
  return { ...page, files: collectPageFiles(modules) };
};

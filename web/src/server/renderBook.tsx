import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { bookPagePath } from "#protocol/wire/bookMarkup";
import type { BookFiles, PageRenderer } from "#protocol/wire/pageMarkup";
import { BookDocument } from "../book/BookDocument.tsx";
import { setRuntimeConfig } from "../env.ts";
import { preloadStory } from "../narrative/Story.tsx";
import { metadataQueryOptions } from "../token/metadata.ts";
import { collectPageFiles, entryFiles } from "./clientBuild.ts";

/** Modules of a book: its script and styles, and the app's pages whose components it uses. */
const modules = [
  "src/book/book.ts",
  "src/stories/StoriesPage.tsx",
  "src/owner/OwnerPage.tsx",
  "src/about/AboutPage.tsx",
  "src/token/BelowStory.tsx",
  "src/narrative/Markdown.tsx",
];

export const bookFiles: BookFiles = {
  styles: [...entryFiles.styles, ...collectPageFiles(modules).styles],
  search: collectPageFiles(["src/book/book.ts"]).modules[0] ?? "",
  icon: "favicon.svg",
};

export const renderBookPage: PageRenderer["renderBookPage"] = async (page, config) => {
  setRuntimeConfig(config);
  await preloadStory();
  const client = new QueryClient();
  if ("metadata" in page && page.metadata) {
    client.setQueryData(metadataQueryOptions(page.drifterId).queryKey, page.metadata);
  }
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <StaticRouter location={bookPagePath(page)}>
        <BookDocument page={page} files={bookFiles} />
      </StaticRouter>
    </QueryClientProvider>,
  );
  return `<!doctype html>\n${markup}\n`;
};

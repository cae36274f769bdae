// Public entry point #service/book: a book's files.

export { type BookSource, bookCheckpoint, bookFiles } from "../book/bookFiles.ts";
export { type BookRenderer, openBookRenderer } from "../book/bookRenderer.ts";
export { type BookToken, hasStory } from "../book/bookToken.ts";
export { type EpubSource, epubFiles, epubRevisionsFile } from "../book/epub/epubFiles.ts";
export type { BookFile, SiteFiles } from "../book/siteFiles.ts";

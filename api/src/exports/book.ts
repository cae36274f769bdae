// Public entry point #service/book: a book's files.

export { type BookSource, bookCheckpoint, bookFiles } from "../book/bookFiles.ts";
export { openBookRenderer } from "../book/bookRenderer.ts";
export { type BookToken, hasStory } from "../book/bookToken.ts";
export type { SiteFiles } from "../book/siteFiles.ts";

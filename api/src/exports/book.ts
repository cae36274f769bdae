// Exported as #service/book: what pages and feeds of stories are made of.
export { type FeedEntry, formatAtomFeed, maxEntries, neverUpdated } from "../feeds/feed.ts";
export { storySummary } from "../feeds/feeds.ts";
export { plainStory } from "../narratives/text.ts";
export { type BookRenderer, openBookRenderer } from "../pages/bookRenderer.ts";
export { beginningOf } from "../search/excerpt.ts";

import type { Address } from "viem";

/** A feed of stories, newest first; each drifter has at most one entry, its current story. */
export interface Feed {
  /** Permanent ID: a tag URI (RFC 4151). */
  id: string;
  title: string;
  /** URL of the page with these stories. */
  pageUrl: string;
  /** URL of the feed without its extension. */
  url: string;
  /** When the newest story was saved, ISO 8601 in UTC. */
  updated: string;
  entries: readonly FeedEntry[];
}

export interface FeedEntry {
  /** Permanent ID, the same for all revisions of a drifter's story and in all feeds. */
  id: string;
  title: string;
  pageUrl: string;
  author: Address;
  authorUrl: string;
  /** When this revision was saved, ISO 8601 in UTC. */
  updated: string;
  /** The story's first words as plain text. */
  summary: string;
}

/** Maximum number of entries. */
export const mostEntries = 50;

/** A feed without stories has to have a date that does not change. */
export const neverUpdated = "1970-01-01T00:00:00.000Z";

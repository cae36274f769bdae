import { ownerPagePath, pages, tokenPagePath } from "./pages.ts";
import type { Checkpoint, SignedRevision, StoryPageItem } from "./responses.ts";
import type { TokenMetadata } from "./tokenMetadata.ts";

/** File of a book with all its signed revisions: an archive. */
export const bookRevisionsFile = "stories.jsonl";

/** A version of a story. */
export type BookVersion = Pick<SignedRevision, "revision" | "author" | "savedAt"> & {
  /** Whether it is a story; otherwise it removed the story before it. */
  isStory: boolean;
};

interface BookToken {
  drifterId: string;
  /** Undefined if the source has none. */
  metadata: TokenMetadata | undefined;
  /** Newest first. */
  versions: readonly BookVersion[];
  /** The text of the version that the page shows. */
  narrative: string;
}

/** A page of a book. */
export type BookPage =
  /** The stories, newest first, in parts that are numbered from 1; `total` counts those of all parts. */
  | {
      kind: "stories";
      part: number;
      parts: number;
      total: number;
      stories: readonly StoryPageItem[];
    }
  /** A token with its current story. */
  | ({ kind: "token" } & BookToken)
  /** An earlier version of a token's story. */
  | ({ kind: "version"; revision: number } & BookToken)
  /** The current stories that a wallet signed. */
  | { kind: "owner"; owner: string; stories: readonly StoryPageItem[] }
  /** What the book is; `removed` are the tokens whose story was removed. */
  | { kind: "about"; checkpoint: Checkpoint; removed: readonly string[] };

/** Path of a page in the app's form; a book's links have it until they are made relative. */
export function bookPagePath(page: BookPage): string {
  switch (page.kind) {
    case "stories":
      return bookPartPath(page.part);
    case "token":
      return tokenPagePath(page.drifterId);
    case "version":
      return bookVersionPath(page.drifterId, page.revision);
    case "owner":
      return ownerPagePath(page.owner);
    case "about":
      return pages.about.path;
  }
}

/** Path of a part of the list of stories. */
export function bookPartPath(part: number): string {
  return part === 1 ? pages.home.path : `${pages.stories.path}/${part}`;
}

/** Path of an earlier version of a story. */
export function bookVersionPath(drifterId: string, revision: number): string {
  return `${tokenPagePath(drifterId)}/${revision}`;
}

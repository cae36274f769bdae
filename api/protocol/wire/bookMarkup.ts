import { ownerPagePath, pages, tokenPagePath } from "./pages.ts";
import type { Checkpoint, SignedRevision, StoryPageItem } from "./responses.ts";
import type { TokenMetadata } from "./tokenMetadata.ts";

/** File name of a book's archive, which contains all of its signed revisions. */
export const bookRevisionsFile = "stories.jsonl";

/** A version of a story in a book. */
export type BookVersion = Pick<SignedRevision, "revision" | "author" | "savedAt"> & {
  /** Whether the version is a story; otherwise, it removed the previous story. */
  isStory: boolean;
};

interface BookToken {
  drifterId: string;
  /** Undefined if the source has no metadata. */
  metadata: TokenMetadata | undefined;
  /** All versions, newest first. */
  versions: readonly BookVersion[];
  /** The narrative that the page shows. */
  narrative: string;
}

/** A page in a book. */
export type BookPage =
  /** A part of the story list, newest first. Parts are numbered from 1; `total` counts the stories in all parts. */
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
  /** Information about the book; `removed` lists the tokens whose story was removed. */
  | { kind: "about"; checkpoint: Checkpoint; removed: readonly string[] };

/** Returns a page's path as in the app; the book later makes links relative. */
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

/** Returns a story list part's path. */
export function bookPartPath(part: number): string {
  return part === 1 ? pages.home.path : `${pages.stories.path}/${part}`;
}

/** Returns the path of an earlier version of a story. */
export function bookVersionPath(drifterId: string, revision: number): string {
  return `${tokenPagePath(drifterId)}/${revision}`;
}

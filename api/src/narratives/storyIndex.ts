import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import { hashOfNoStory } from "./textHash.ts";

/** What is kept in memory of a drifter's newest revision. */
export interface Head {
  item: NarrativeListItem;
  /** SHA-256 of its text. */
  hash: string;
}

/** The newest revision of each drifter. */
export class StoryIndex {
  readonly #heads = new Map<DrifterId, Head>();
  #list: readonly NarrativeListItem[] | undefined;

  get(drifterId: DrifterId): Head | undefined {
    return this.#heads.get(drifterId);
  }

  /** The line of a drifter, unless its story was taken down. */
  story(drifterId: DrifterId): NarrativeListItem | undefined {
    const head = this.#heads.get(drifterId);
    return head && hasStory(head) ? head.item : undefined;
  }

  /** Puts a revision in its drifter's place. */
  place(head: Head): void {
    // Last in the map, which keeps it nearly sorted by time.
    this.#heads.delete(head.item.drifterId);
    this.#heads.set(head.item.drifterId, head);
    this.#list = undefined;
  }

  list(): readonly NarrativeListItem[] {
    this.#list ??= [...this.#heads.values()]
      .filter(hasStory)
      .map(({ item }) => item)
      .reverse()
      .sort(newestFirst);
    return this.#list;
  }
}

/** An empty text is how an owner takes a story down. */
function hasStory({ hash }: Head): boolean {
  return hash !== hashOfNoStory;
}

/** Instants in this one form of ISO 8601 sort as texts do. */
function newestFirst(a: NarrativeListItem, b: NarrativeListItem): number {
  if (a.savedAt === b.savedAt) return 0;
  return a.savedAt < b.savedAt ? 1 : -1;
}

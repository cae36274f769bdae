import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";

/** A drifter's latest revision, as cached in memory. */
export interface Head {
  item: NarrativeListItem;
  /** SHA-256 of its text. */
  hash: string;
  /** Whether its text was a story when it was accepted; if not, it removed the story. */
  isStory: boolean;
}

/** Index of each drifter's latest revision. */
export class StoryIndex {
  readonly #heads = new Map<DrifterId, Head>();
  readonly #hidden = new Set<DrifterId>();
  #list: readonly NarrativeListItem[] | undefined;
  #version = 0;

  /** Counter that grows with each change. */
  get version(): number {
    return this.#version;
  }

  get(drifterId: DrifterId): Head | undefined {
    return this.#heads.get(drifterId);
  }

  /** Returns a drifter's list item, unless its story was removed or is hidden. */
  story(drifterId: DrifterId): NarrativeListItem | undefined {
    return this.#hidden.has(drifterId) ? undefined : this.ownStory(drifterId);
  }

  /** A drifter's item, hidden or not, for its owner's saves. */
  ownStory(drifterId: DrifterId): NarrativeListItem | undefined {
    const head = this.#heads.get(drifterId);
    return head?.isStory ? head.item : undefined;
  }

  isHidden(drifterId: DrifterId): boolean {
    return this.#hidden.has(drifterId);
  }

  /** Hides a drifter's story from readers, or shows it again. */
  setHidden(drifterId: DrifterId, isHidden: boolean): void {
    if (this.#hidden.has(drifterId) === isHidden) return;
    if (isHidden) this.#hidden.add(drifterId);
    else this.#hidden.delete(drifterId);
    this.#change();
  }

  /** Replaces the set of hidden drifters. */
  hideOnly(drifterIds: ReadonlySet<DrifterId>): void {
    for (const id of this.#hidden) if (!drifterIds.has(id)) this.setHidden(id, false);
    for (const id of drifterIds) this.setHidden(id, true);
  }

  /** Sets a drifter's latest revision. */
  place(head: Head): void {
    // Reinserted last, which keeps the map nearly sorted by time.
    this.#heads.delete(head.item.drifterId);
    this.#heads.set(head.item.drifterId, head);
    this.#change();
  }

  #change(): void {
    this.#list = undefined;
    this.#version += 1;
  }

  /** The latest revision of every drifter, hidden or not. */
  heads(): Iterable<Head> {
    return this.#heads.values();
  }

  list(): readonly NarrativeListItem[] {
    this.#list ??= [...this.#heads.values()]
      .filter(({ item, isStory }) => isStory && !this.#hidden.has(item.drifterId))
      .map(({ item }) => item)
      .reverse()
      .sort(newestFirst);
    return this.#list;
  }
}

/** Compares by time: instants in this form of ISO 8601 sort as strings. */
function newestFirst(a: NarrativeListItem, b: NarrativeListItem): number {
  if (a.savedAt === b.savedAt) return 0;
  return a.savedAt < b.savedAt ? 1 : -1;
}

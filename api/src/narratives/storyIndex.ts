import type { DrifterId } from "#protocol/values/drifterId";
import type { NarrativeListItem } from "#protocol/wire/responses";
import { revisionTag } from "#protocol/wire/revisionTag";

/** A token's latest revision. */
export interface Head {
  item: NarrativeListItem;
  /** Whether the text was a story when accepted; otherwise, it removed the story. */
  isStory: boolean;
  /** Whether the file is quarantined, so that only token and revision are known, from the file name. */
  isMissing?: true;
}

/** In-memory index of each token's latest revision. */
export class StoryIndex {
  /** Entries in insertion order. */
  readonly #heads = new Map<DrifterId, Head>();
  readonly #hidden = new Set<DrifterId>();
  /** Version of each token's last change. */
  readonly #changedAt = new Map<DrifterId, number>();
  /** Cached sorted list; undefined after a change. */
  #newestFirst: readonly NarrativeListItem[] | undefined;
  #version = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void = () => undefined) {
    this.#onChange = onChange;
  }

  /** Counter, incremented by each change. */
  get version(): number {
    return this.#version;
  }

  /** Number of visible stories. */
  count(): number {
    return this.list().length;
  }

  /** Number of hidden stories. */
  countHidden(): number {
    return [...this.#hidden].filter((drifterId) => this.ownStory(drifterId)).length;
  }

  get(drifterId: DrifterId): Head | undefined {
    return this.#heads.get(drifterId);
  }

  /** Returns whether a token has a visible story. */
  has(drifterId: DrifterId): boolean {
    return this.story(drifterId) !== undefined;
  }

  /** Returns a token's list item, unless the story was removed or is hidden. */
  story(drifterId: DrifterId): NarrativeListItem | undefined {
    return this.#hidden.has(drifterId) ? undefined : this.ownStory(drifterId);
  }

  /** Returns a token's item, hidden or not, for the owner's saves. */
  ownStory(drifterId: DrifterId): NarrativeListItem | undefined {
    const head = this.#heads.get(drifterId);
    return head?.isStory ? head.item : undefined;
  }

  /** Returns the removal of a token's story, or a hidden story's ETag. */
  absence(drifterId: DrifterId): { removed?: NarrativeListItem; tag?: string } {
    const head = this.#heads.get(drifterId);
    if (head?.isStory) return { tag: revisionTag(head.item) };
    if (head === undefined || head.isMissing || this.isHidden(drifterId)) return {};
    return { removed: head.item };
  }

  isHidden(drifterId: DrifterId): boolean {
    return this.#hidden.has(drifterId);
  }

  /** Hides a token's story or makes it visible again. */
  setHidden(drifterId: DrifterId, isHidden: boolean): void {
    if (this.#hidden.has(drifterId) === isHidden) return;
    if (isHidden) this.#hidden.add(drifterId);
    else this.#hidden.delete(drifterId);
    this.#change(drifterId);
  }

  /** Replaces the set of hidden tokens. */
  setHiddenTokens(drifterIds: ReadonlySet<DrifterId>): void {
    for (const id of this.#hidden) if (!drifterIds.has(id)) this.setHidden(id, false);
    for (const id of drifterIds) this.setHidden(id, true);
  }

  /** Sets a token's latest revision. */
  place(head: Head): void {
    const { drifterId } = head.item;
    if (isSame(this.#heads.get(drifterId), head)) return;
    this.#heads.delete(drifterId);
    this.#heads.set(drifterId, head);
    this.#change(drifterId);
  }

  /** Removes all tokens that are not listed, after a store lost data. */
  removeAllExcept(drifterIds: ReadonlySet<DrifterId>): void {
    for (const id of this.#heads.keys()) {
      if (drifterIds.has(id)) continue;
      this.#heads.delete(id);
      this.#change(id);
      this.#changedAt.set(id, this.#version);
    }
  }

  /** Number of accepted texts, including replaced and hidden texts. */
  revisions(): number {
    return Array.from(this.heads(), ({ revision }) => revision).reduce((sum, one) => sum + one, 0);
  }

  /** Returns the item of every token's latest revision, hidden or not. */
  *heads(): Generator<NarrativeListItem> {
    for (const { item } of this.#heads.values()) yield item;
  }

  /** Returns the visible stories, newest first; the same array until a change. */
  list(): readonly NarrativeListItem[] {
    this.#newestFirst ??= Array.from(this.#heads.values())
      .filter(({ item, isStory }) => isStory && !this.#hidden.has(item.drifterId))
      .map(({ item }) => item)
      // Among equal times, the item set last is the newest.
      .reverse()
      .sort(newestFirst);
    return this.#newestFirst;
  }

  /**
   * Returns stories by time, newest first.
   *
   * @param after cursor to continue from; the newest story by default. @param isWanted selects the
   * stories to count and return; all by default.
   */
  page(
    limit: number,
    after?: StoryPosition,
    isWanted: (item: NarrativeListItem) => boolean = () => true,
  ): NarrativeListItem[] {
    const stories = this.list();
    const items: NarrativeListItem[] = [];
    for (let index = findStart(stories, after); index < stories.length; index += 1) {
      const item = stories[index];
      if (items.length === limit) break;
      if (item !== undefined && isWanted(item)) items.push(item);
    }
    return items;
  }

  /** Returns the stories that a wallet wrote, newest first. */
  byAuthor(wallet: string): NarrativeListItem[] {
    const address = wallet.toLowerCase();
    return this.list().filter(({ author }) => author.toLowerCase() === address);
  }

  /** Returns the tokens changed since a version, in no particular order. */
  changedSince(version: number): DrifterId[] {
    return [...this.#changedAt].filter(([, at]) => at > version).map(([drifterId]) => drifterId);
  }

  #change(drifterId: DrifterId): void {
    this.#newestFirst = undefined;
    this.#version += 1;
    if (this.#heads.has(drifterId)) this.#changedAt.set(drifterId, this.#version);
    this.#onChange();
  }
}

/** Compares by time, because ISO 8601 timestamps sort as strings. */
function newestFirst(a: NarrativeListItem, b: NarrativeListItem): number {
  if (a.savedAt === b.savedAt) return 0;
  return a.savedAt > b.savedAt ? -1 : 1;
}

/** Returns the index after the cursor's story, which may have been replaced or removed since. */
function findStart(
  stories: readonly NarrativeListItem[],
  after: StoryPosition | undefined,
): number {
  if (after === undefined) return 0;
  const { drifterId, milliseconds } = after;
  const place = stories.findIndex((item) => item.drifterId === drifterId);
  if (place !== -1 && Date.parse(stories[place]?.savedAt ?? "") === milliseconds) return place + 1;
  const older = stories.findIndex(({ savedAt }) => Date.parse(savedAt) < milliseconds);
  return older === -1 ? stories.length : older;
}

function isSame(known: Head | undefined, head: Head): boolean {
  return (
    known?.item.revision === head.item.revision &&
    known.item.savedAt === head.item.savedAt &&
    known.isStory === head.isStory
  );
}

/** A story's position: its time, which remains valid after the story changes. */
export interface StoryPosition {
  milliseconds: number;
  drifterId: DrifterId;
}

/**
 * Returns the cursor for the page after a story. The cursor identifies the story, so that new
 * stories do not shift the pages.
 */
export function formatCursor({ savedAt, drifterId }: NarrativeListItem): string {
  return `at-${Date.parse(savedAt)}-${drifterId}`;
}

/** Parses a cursor; undefined if it is invalid. */
export function parseCursor(cursor: string): StoryPosition | undefined {
  const [, time, drifterId] = /^at-(\d{1,15})-(\d{1,78})$/.exec(cursor) ?? [];
  if (time === undefined || drifterId === undefined) return undefined;
  return { milliseconds: Number(time), drifterId };
}

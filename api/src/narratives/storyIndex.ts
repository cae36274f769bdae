import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import { copyInto, type Head, HeadTable } from "./headTable.ts";
import type { StoryPlace } from "./storyPlace.ts";
import { TimeOrder } from "./timeOrder.ts";

/** Most stories in the list. A collection has at most as many drifters. */
export const mostListed = 10_000;

/** List items that are kept as objects: those of the list, and as many others. */
const mostItems = 2 * mostListed;

/** Index of each drifter's latest revision, compact enough for a million drifters. */
export class StoryIndex {
  readonly #table = new HeadTable();
  readonly #order = new TimeOrder((place) => this.#table.millisecondsAt(place));
  readonly #hidden = new Set<DrifterId>();
  /** By place in the table. */
  readonly #items = new Map<number, NarrativeListItem>();
  #list: readonly NarrativeListItem[] | undefined;
  #version = 0;
  /** Versions of the last changes, by place in the table. */
  #changedAt = new Uint32Array(64);

  /** Counter that grows with each change. */
  get version(): number {
    return this.#version;
  }

  /** Number of stories that are not hidden. */
  count(): number {
    let count = 0;
    for (let place = 0; place < this.#table.size; place += 1) if (this.#isShown(place)) count += 1;
    return count;
  }

  get(drifterId: DrifterId): Head | undefined {
    const place = this.#table.placeOf(drifterId);
    if (place === undefined) return undefined;
    return { item: this.#itemAt(place), isStory: this.#table.isStoryAt(place) };
  }

  /** Whether a drifter has a story that is not hidden. */
  has(drifterId: DrifterId): boolean {
    const place = this.#table.placeOf(drifterId);
    return place !== undefined && this.#isShown(place);
  }

  /** Returns a drifter's list item, unless its story was removed or is hidden. */
  story(drifterId: DrifterId): NarrativeListItem | undefined {
    return this.#hidden.has(drifterId) ? undefined : this.ownStory(drifterId);
  }

  /** A drifter's item, hidden or not, for its owner's saves. */
  ownStory(drifterId: DrifterId): NarrativeListItem | undefined {
    const place = this.#table.placeOf(drifterId);
    if (place === undefined || !this.#table.isStoryAt(place)) return undefined;
    return this.#itemAt(place);
  }

  isHidden(drifterId: DrifterId): boolean {
    return this.#hidden.has(drifterId);
  }

  /** Hides a drifter's story from readers, or shows it again. */
  setHidden(drifterId: DrifterId, isHidden: boolean): void {
    if (this.#hidden.has(drifterId) === isHidden) return;
    if (isHidden) this.#hidden.add(drifterId);
    else this.#hidden.delete(drifterId);
    this.#change(this.#table.placeOf(drifterId));
  }

  /** Replaces the set of hidden drifters. */
  hideOnly(drifterIds: ReadonlySet<DrifterId>): void {
    for (const id of this.#hidden) if (!drifterIds.has(id)) this.setHidden(id, false);
    for (const id of drifterIds) this.setHidden(id, true);
  }

  /** Sets a drifter's latest revision. */
  place(head: Head): void {
    const { drifterId } = head.item;
    if (isSame(this.get(drifterId), head)) return;
    const place = this.#table.set(head);
    this.#order.add(place);
    this.#items.delete(place);
    this.#change(place);
  }

  /** The item of every drifter's latest revision, hidden or not. */
  *heads(): Generator<NarrativeListItem> {
    for (let place = 0; place < this.#table.size; place += 1) yield this.#table.itemAt(place);
  }

  /** The newest stories, at most `mostListed`; the same array until something changes. */
  list(): readonly NarrativeListItem[] {
    this.#list ??= this.page(mostListed);
    return this.#list;
  }

  /**
   * Returns stories by time, newest first.
   *
   * @param after where to continue; at the newest by default.
   * @param isWanted which stories are counted and returned; all by default.
   */
  page(
    limit: number,
    after?: StoryPlace,
    isWanted: (drifterId: DrifterId) => boolean = () => true,
  ): NarrativeListItem[] {
    const items: NarrativeListItem[] = [];
    for (const place of this.#placesAfter(after)) {
      if (items.length === limit) break;
      if (this.#isShown(place) && isWanted(this.#table.drifterAt(place))) {
        items.push(this.#itemAt(place));
      }
    }
    return items;
  }

  /** Returns the stories that a wallet wrote, newest first. */
  byAuthor(wallet: string): NarrativeListItem[] {
    const isAuthor = this.#table.isAuthor(wallet);
    const items: NarrativeListItem[] = [];
    for (const place of this.#order.newestFirst()) {
      if (isAuthor(place) && this.#isShown(place)) items.push(this.#itemAt(place));
    }
    return items;
  }

  /** Returns the drifters with a change since a version, in no order. */
  changedSince(version: number): DrifterId[] {
    const changed: DrifterId[] = [];
    for (let place = 0; place < this.#table.size; place += 1) {
      if ((this.#changedAt[place] ?? 0) > version) changed.push(this.#table.drifterAt(place));
    }
    return changed;
  }

  #placesAfter(after: StoryPlace | undefined): Iterable<number> {
    if (after === undefined) return this.#order.newestFirst();
    const { drifterId, milliseconds } = after;
    const place = this.#table.placeOf(drifterId);
    const isThere = place !== undefined && this.#table.millisecondsAt(place) === milliseconds;
    return isThere ? this.#order.after(place) : this.#order.olderThan(milliseconds);
  }

  #isShown(place: number): boolean {
    if (!this.#table.isStoryAt(place)) return false;
    return this.#hidden.size === 0 || !this.#hidden.has(this.#table.drifterAt(place));
  }

  #itemAt(place: number): NarrativeListItem {
    const kept = this.#items.get(place);
    if (kept !== undefined) return kept;
    const item = this.#table.itemAt(place);
    this.#items.set(place, item);
    if (this.#items.size > mostItems) {
      const [first] = this.#items.keys();
      if (first !== undefined) this.#items.delete(first);
    }
    return item;
  }

  #change(place: number | undefined): void {
    this.#list = undefined;
    this.#version += 1;
    if (place === undefined) return;
    if (place >= this.#changedAt.length) {
      this.#changedAt = copyInto(new Uint32Array(2 * this.#changedAt.length), this.#changedAt);
    }
    this.#changedAt[place] = this.#version;
  }
}

function isSame(known: Head | undefined, head: Head): boolean {
  return (
    known?.item.revision === head.item.revision &&
    known.item.savedAt === head.item.savedAt &&
    known.isStory === head.isStory
  );
}

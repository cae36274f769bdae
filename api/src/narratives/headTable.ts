import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeListItem } from "#protocol/narrative";
import { packAddress, packedAddressBytes, unpackAddress } from "./packedAddress.ts";

/** A drifter's latest revision. */
export interface Head {
  item: NarrativeListItem;
  /** Whether its text was a story when it was accepted; if not, it removed the story. */
  isStory: boolean;
}

const leastCapacity = 64;

/** Larger numbers of drifters are kept as texts. */
const isLarge = 2 ** 32 - 1;

const addressBytes = 20;

/**
 * Heads in typed arrays, each at a place that never changes. A head takes about 60 bytes, as an object over 400.
 */
export class HeadTable {
  #size = 0;
  /** Drifters by place; `isLarge` for those in `#largeIds`. */
  #numbers = new Uint32Array(leastCapacity);
  #milliseconds = new Float64Array(leastCapacity);
  #revisions = new Uint32Array(leastCapacity);
  #areStories = new Uint8Array(leastCapacity);
  #authors = new Uint8Array(leastCapacity * packedAddressBytes);
  /** Hash table of drifters: one more than the place, or 0 for a free bucket. At most half of them are used. */
  #buckets = new Uint32Array(2 * leastCapacity);
  /** The others. */
  readonly #largeIds = new Map<number, DrifterId>();
  readonly #placesOfLarge = new Map<DrifterId, number>();

  /** Number of heads; all places are below it. */
  get size(): number {
    return this.#size;
  }

  /** Returns the place of a drifter's head; undefined if it has none. */
  placeOf(drifterId: DrifterId): number | undefined {
    const number = Number(drifterId);
    if (number >= isLarge) return this.#placesOfLarge.get(drifterId);
    const content = this.#buckets[this.#bucketOf(number)] ?? 0;
    return content === 0 ? undefined : content - 1;
  }

  /** Sets a drifter's head and returns its place. */
  set({ item, isStory }: Head): number {
    const place = this.placeOf(item.drifterId) ?? this.#add(item.drifterId);
    this.#milliseconds[place] = Date.parse(item.savedAt);
    this.#revisions[place] = item.revision;
    this.#areStories[place] = isStory ? 1 : 0;
    packAddress(item.author, this.#authors, place * packedAddressBytes);
    return place;
  }

  /** Returns a new object. */
  itemAt(place: number): NarrativeListItem {
    return {
      drifterId: this.drifterAt(place),
      author: unpackAddress(this.#authors, place * packedAddressBytes),
      savedAt: new Date(this.millisecondsAt(place)).toISOString(),
      revision: this.#revisions[place] ?? 0,
    };
  }

  drifterAt(place: number): DrifterId {
    return this.#largeIds.get(place) ?? String(this.#numbers[place]);
  }

  /** When the revision was accepted, in milliseconds since 1970. */
  millisecondsAt(place: number): number {
    return this.#milliseconds[place] ?? 0;
  }

  isStoryAt(place: number): boolean {
    return this.#areStories[place] === 1;
  }

  /** Returns a function that says whether a wallet is the author at a place, in whatever case its letters are. */
  isAuthor(wallet: string): (place: number) => boolean {
    const packed = new Uint8Array(packedAddressBytes);
    packAddress(wallet, packed, 0);
    const address = packed.subarray(0, addressBytes);
    return (place) => {
      const start = place * packedAddressBytes;
      return address.every((byte, index) => this.#authors[start + index] === byte);
    };
  }

  #add(drifterId: DrifterId): number {
    const place = this.#size;
    if (place === this.#numbers.length) this.#grow(2 * place);
    this.#size += 1;
    const number = Number(drifterId);
    this.#numbers[place] = Math.min(number, isLarge);
    if (number < isLarge) this.#buckets[this.#bucketOf(number)] = place + 1;
    else {
      this.#largeIds.set(place, drifterId);
      this.#placesOfLarge.set(drifterId, place);
    }
    return place;
  }

  /** The bucket of a drifter, or the free one for it. */
  #bucketOf(number: number): number {
    const length = this.#buckets.length;
    // 2^32 divided by the golden ratio spreads consecutive numbers; the upper bits depend on all lower ones.
    const hash = Math.imul(number, 0x9e3779b1) >>> 0;
    let bucket = hash >>> (Math.clz32(length) + 1);
    for (;;) {
      const content = this.#buckets[bucket] ?? 0;
      if (content === 0 || this.#numbers[content - 1] === number) return bucket;
      bucket = (bucket + 1) & (length - 1);
    }
  }

  #grow(capacity: number): void {
    this.#numbers = copyInto(new Uint32Array(capacity), this.#numbers);
    this.#milliseconds = copyInto(new Float64Array(capacity), this.#milliseconds);
    this.#revisions = copyInto(new Uint32Array(capacity), this.#revisions);
    this.#areStories = copyInto(new Uint8Array(capacity), this.#areStories);
    this.#authors = copyInto(new Uint8Array(capacity * packedAddressBytes), this.#authors);
    this.#buckets = new Uint32Array(2 * capacity);
    for (let place = 0; place < this.#size; place += 1) {
      const number = this.#numbers[place] ?? isLarge;
      if (number < isLarge) this.#buckets[this.#bucketOf(number)] = place + 1;
    }
  }
}

/** Copies `from` to the beginning of a longer array. */
export function copyInto<Numbers extends Float64Array | Uint32Array | Uint8Array>(
  longer: Numbers,
  from: Numbers,
): Numbers {
  longer.set(from);
  return longer;
}

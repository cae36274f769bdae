import { copyInto } from "./headTable.ts";

const leastCapacity = 64;

/** Places of heads in the order of their times, to which mostly newer ones are added: about 8 bytes each. */
export class TimeOrder {
  readonly #millisecondsAt: (place: number) => number;
  /** Places, oldest first. An entry is void if its place was added again. */
  #entries = new Uint32Array(leastCapacity);
  #length = 0;
  /** The valid entry of each place. */
  #entryOf = new Uint32Array(leastCapacity);
  #isSorted = true;

  /** @param millisecondsAt the time at a place. */
  constructor(millisecondsAt: (place: number) => number) {
    this.#millisecondsAt = millisecondsAt;
  }

  /** Adds a place with its present time, or moves it there. Of equal times, the one that was added last is the newest. */
  add(place: number): void {
    const newest = this.#entries[this.#length - 1];
    if (newest !== undefined && this.#millisecondsAt(place) < this.#millisecondsAt(newest)) {
      this.#isSorted = false;
    }
    if (this.#length === this.#entries.length) this.#makeRoom();
    if (place >= this.#entryOf.length) {
      this.#entryOf = copyInto(new Uint32Array(2 * this.#entryOf.length), this.#entryOf);
    }
    this.#put(this.#length, place);
    this.#length += 1;
  }

  /** All places, newest first. */
  newestFirst(): Generator<number> {
    this.#sort();
    return this.#before(this.#length);
  }

  /** The places after one that was added, newest first. */
  after(place: number): Generator<number> {
    this.#sort();
    return this.#before(this.#entryOf[place] ?? 0);
  }

  /** The places before a time, newest first. */
  *olderThan(milliseconds: number): Generator<number> {
    for (const place of this.newestFirst()) {
      if (this.#millisecondsAt(place) < milliseconds) yield place;
    }
  }

  *#before(end: number): Generator<number> {
    for (let entry = end - 1; entry >= 0; entry -= 1) {
      const place = this.#entries[entry] ?? 0;
      if (this.#entryOf[place] === entry) yield place;
    }
  }

  #makeRoom(): void {
    this.#dropVoid();
    if (this.#length > this.#entries.length / 2) {
      this.#entries = copyInto(new Uint32Array(2 * this.#entries.length), this.#entries);
    }
  }

  #sort(): void {
    if (this.#isSorted) return;
    this.#dropVoid();
    // Stable, and fast because most are in order already.
    const places = Array.from(this.#entries.subarray(0, this.#length));
    places.sort((a, b) => this.#millisecondsAt(a) - this.#millisecondsAt(b));
    for (const [entry, place] of places.entries()) this.#put(entry, place);
    this.#isSorted = true;
  }

  #dropVoid(): void {
    let kept = 0;
    for (let entry = 0; entry < this.#length; entry += 1) {
      const place = this.#entries[entry] ?? 0;
      if (this.#entryOf[place] !== entry) continue;
      this.#put(kept, place);
      kept += 1;
    }
    this.#length = kept;
  }

  #put(entry: number, place: number): void {
    this.#entries[entry] = place;
    this.#entryOf[place] = entry;
  }
}

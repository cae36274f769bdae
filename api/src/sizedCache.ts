/** LRU cache, limited by the size of its values. */
export class SizedCache<Key, Value> {
  readonly #capacityBytes: number;
  readonly #bytesOf: (value: Value) => number;
  readonly #entries = new Map<Key, Value>();
  #bytes = 0;
  /** The key that was used last: it is in its place already. */
  #lastKey: Key | undefined;

  constructor(capacityBytes: number, bytesOf: (value: Value) => number) {
    this.#capacityBytes = capacityBytes;
    this.#bytesOf = bytesOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined || key === this.#lastKey) return value;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.#lastKey = key;
    return value;
  }

  set(key: Key, value: Value): void {
    this.#delete(key);
    this.#entries.set(key, value);
    this.#lastKey = key;
    this.#bytes += this.#bytesOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#capacityBytes) return;
      this.#delete(oldest);
    }
  }

  #delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#bytes -= this.#bytesOf(value);
    this.#entries.delete(key);
  }
}

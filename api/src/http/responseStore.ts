import type { Entry } from "./cacheDecision.ts";

/** Responses by key within a number of bytes; the oldest ones that were not sent for a while are dropped first. */
export class ResponseStore extends Map<string, Entry> {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override set(key: string, entry: Entry): this {
    this.delete(key);
    super.set(key, entry);
    this.#bytes += bytesOf(key, entry);
    while (this.#bytes > this.#maxBytes) {
      const [[oldest, dropped] = [key, entry]] = this.entries();
      if (dropped.wasSent && oldest !== key) {
        // Sent since it was set or spared: another one is dropped.
        dropped.wasSent = false;
        super.delete(oldest);
        super.set(oldest, dropped);
      } else this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    const entry = this.get(key);
    if (entry !== undefined) this.#bytes -= bytesOf(key, entry);
    return super.delete(key);
  }
}

/** The key is counted twice: it may be a slice of a longer URL, which it keeps in memory. */
function bytesOf(key: string, { stored }: Entry): number {
  return stored.bytes + 2 * key.length;
}

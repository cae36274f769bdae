import type { Entry } from "./cacheDecision.ts";

/** Stores responses by key up to a total size; evicts the oldest responses that were not sent recently. */
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
    this.#bytes += countBytes(key, entry);
    while (this.#bytes > this.#maxBytes) {
      const [[oldest, dropped] = [key, entry]] = this.entries();
      if (dropped.wasSent && oldest !== key) {
        // Sent since it was stored or last spared, so a different response is evicted.
        dropped.wasSent = false;
        super.delete(oldest);
        super.set(oldest, dropped);
      } else this.delete(oldest);
    }
    return this;
  }

  override delete(key: string): boolean {
    const entry = this.get(key);
    if (entry !== undefined) this.#bytes -= countBytes(key, entry);
    return super.delete(key);
  }
}

/** Counts the key twice, because it may be a slice that retains a longer URL in memory. */
function countBytes(key: string, { stored }: Entry): number {
  return stored.bytes + 2 * key.length;
}

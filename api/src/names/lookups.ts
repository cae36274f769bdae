import { isDeepStrictEqual } from "node:util";
import { BoundedQueue, type QueueLimits } from "../base/boundedQueue.ts";

interface LookupOptions<Value> {
  /** Reads a key's value; null if there is none. */
  read(key: string): Promise<Value | null>;
  /** Called when a key's value differs from the known one. */
  onChange?: () => void;
  limits: LookupLimits;
  /** Returns milliseconds since the start of the process. */
  now?: () => number;
}

export interface LookupLimits extends QueueLimits {
  /** Maximum number of remembered keys. */
  entries: number;
  /** Age at which a value is read again, and pause after a failed read. */
  lifeMilliseconds: number;
  pauseMilliseconds: number;
  /** Age at which a value that cannot be read again is forgotten. */
  maxMilliseconds: number;
}

interface Entry<Value> {
  value: Value | null;
  /** Time of the successful read of `value`. */
  readAt: number;
  dueAt: number;
}

/** A bounded cache of slow lookups, including those without a result. Each key is looked up once at a time. */
export class Lookups<Value> {
  readonly #options: LookupOptions<Value>;
  readonly #now: () => number;
  /** Entries in the order of their last read. */
  readonly #entries = new Map<string, Entry<Value>>();
  readonly #pending = new Map<string, Promise<void>>();
  readonly #queue: BoundedQueue;

  constructor(options: LookupOptions<Value>) {
    this.#options = options;
    this.#queue = new BoundedQueue(options.limits);
    this.#now = options.now ?? (() => performance.now());
  }

  /** Returns the value if it is known. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    const isUsable =
      entry !== undefined && this.#now() - entry.readAt < this.#options.limits.maxMilliseconds;
    return isUsable ? (entry.value ?? undefined) : undefined;
  }

  /** Returns the value if it is known; starts a lookup if it is unknown or old. */
  request(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    // A failed lookup is repeated by a later request.
    if (entry === undefined || entry.dueAt <= this.#now()) this.#start(key).catch(() => undefined);
    return this.peek(key);
  }

  /** Returns the value, looked up if it is unknown or old; throws if the lookup fails. */
  async find(key: string): Promise<Value | undefined> {
    const entry = this.#entries.get(key);
    const isFresh =
      entry !== undefined && this.#now() - entry.readAt < this.#options.limits.lifeMilliseconds;
    if (!isFresh) await this.#start(key);
    return this.peek(key);
  }

  #start(key: string): Promise<void> {
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    const lookup = this.#queue
      .run(() => this.#lookUp(key))
      .finally(() => this.#pending.delete(key));
    this.#pending.set(key, lookup);
    return lookup;
  }

  async #lookUp(key: string): Promise<void> {
    const { read, onChange, limits } = this.#options;
    try {
      const value = await read(key);
      const isChanged = !isDeepStrictEqual(value ?? undefined, this.peek(key));
      const readAt = this.#now();
      this.#set(key, { value, readAt, dueAt: readAt + limits.lifeMilliseconds });
      if (isChanged) onChange?.();
    } catch (error) {
      const former = this.#entries.get(key) ?? { value: null, readAt: Number.NEGATIVE_INFINITY };
      this.#set(key, { ...former, dueAt: this.#now() + limits.pauseMilliseconds });
      throw error;
    }
  }

  #set(key: string, entry: Entry<Value>): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#options.limits.entries && oldest !== undefined) {
      this.#entries.delete(oldest);
    }
  }
}

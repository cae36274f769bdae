import { hash } from "node:crypto";

/** A stream of reproducible random numbers. */
export interface Random {
  /** In `[0, 1)`. */
  next(): number;
  /** In `[low, high)`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly [T, ...T[]]): T;
}

/**
 * Opens the stream that belongs to `keys`: the same keys give the same numbers, and streams of different keys
 * are independent, so one more key (a new trait, say) changes no other stream.
 * The generator is sfc32 by Chris Doty-Humphrey (PractRand), seeded with the SHA-256 of the keys.
 */
export function createRandom(...keys: readonly (string | number)[]): Random {
  return new Sfc32(hash("sha256", JSON.stringify(keys), "buffer"));
}

/** A class rather than closures: drawing the traits of a collection opens hundreds of thousands of streams. */
class Sfc32 implements Random {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor(seed: Buffer) {
    this.#a = seed.readUInt32LE(0);
    this.#b = seed.readUInt32LE(4);
    this.#c = seed.readUInt32LE(8);
    this.#counter = seed.readUInt32LE(12);
  }

  next(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>([first, ...others]: readonly [T, ...T[]]): T {
    return others[Math.floor(this.next() * (others.length + 1)) - 1] ?? first;
  }
}

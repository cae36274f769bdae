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
 * Opens the stream for `keys`: the same keys always produce the same numbers, and streams for different keys are
 * independent, so that a new key, such as a new trait, does not change other streams. The generator is sfc32 by Chris
 * Doty-Humphrey (PractRand), seeded with the SHA-256 of the keys.
 */
export function createRandom(...keys: readonly (string | number)[]): Random {
  const seed = hash("sha256", JSON.stringify(keys), "buffer");
  let a = seed.readUInt32LE(0);
  let b = seed.readUInt32LE(4);
  let c = seed.readUInt32LE(8);
  let counter = seed.readUInt32LE(12);
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    pick: ([first, ...others]) => others[Math.floor(next() * (others.length + 1)) - 1] ?? first,
  };
}

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
 * Opens the stream that belongs to `keys`: same keys, same numbers; streams of other keys are independent,
 * so that one more key (a new trait, say) leaves every other stream as it was.
 * The generator is sfc32 by Chris Doty-Humphrey (PractRand), its state the SHA-256 of the keys.
 */
export function createRandom(...keys: readonly (string | number)[]): Random {
  const digest = hash("sha256", JSON.stringify(keys), "buffer");
  let a = digest.readUInt32LE(0);
  let b = digest.readUInt32LE(4);
  let c = digest.readUInt32LE(8);
  let counter = digest.readUInt32LE(12);

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

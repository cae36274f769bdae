import { setTimeout as delay } from "node:timers/promises";
import type { CollectionContract } from "#chain/collection";
import { readTokens } from "../scenarios/readTokens.ts";
import { type PaintCollection, paintCollection } from "./paintCollection.ts";

interface NewcomerOptions {
  contract: CollectionContract;
  /** Folder with metadata and portraits. */
  collection: string;
  /** Folder with cached portraits. */
  portraits: string;
  /** Draws portraits; in this process by default. */
  paint?: PaintCollection;
  /** Called for the first of consecutive failed attempts; the next supply read tries again. */
  onFailure: (error: unknown) => void;
}

/** The interval between two reads of the supply, in milliseconds. */
const pollMilliseconds = 250;

/**
 * Draws a portrait for each token minted while a world is running.
 *
 * @returns the function that stops this after the current portrait.
 */
export function renderNewPortraits(options: NewcomerOptions): () => Promise<void> {
  const { contract, collection, portraits, paint = paintCollection, onFailure } = options;
  const ending = new AbortController();
  let supply: bigint | undefined;
  let painted: ReadonlySet<number> = new Set();

  async function look(): Promise<void> {
    const found = await contract.totalSupply();
    if (found === supply) return;
    const tokens = await readTokens(contract);
    if (supply !== undefined) {
      const newcomers = tokens.filter(({ id }) => !painted.has(id));
      await paint({ tokens: newcomers, directory: collection, cache: portraits });
    }
    painted = new Set(tokens.map(({ id }) => id));
    supply = found;
  }

  async function watch(): Promise<void> {
    let hasFailed = false;
    const report = (error: unknown) => {
      if (!hasFailed) onFailure(error);
      return true;
    };
    while (!ending.signal.aborted) {
      hasFailed = await look().then(() => false, report);
      const pause = delay(pollMilliseconds, undefined, { ref: false, signal: ending.signal });
      await pause.catch(() => undefined);
    }
  }

  const watching = watch();
  return async () => {
    ending.abort();
    await watching;
  };
}

import { setTimeout as delay } from "node:timers/promises";
import type { FringeDrifters } from "#chain/FringeDrifters";
import { generateCollection } from "../collection/generateCollection.ts";
import { openPrintShelf } from "../collection/printShelf.ts";
import { readDrifters } from "./readDrifters.ts";

interface NewcomerOptions {
  contract: FringeDrifters;
  /** Folder of metadata and portraits. */
  collection: string;
  /** Folder of the cached portraits. */
  portraits: string;
  paintedAtMost?: number | undefined;
  /** Called when a newcomer could not be painted; the next mint triggers another attempt. */
  onFailure: (error: unknown) => void;
}

/** The interval between two reads of the supply, in milliseconds. */
const pollMilliseconds = 250;

/**
 * Draws the portrait of each drifter that is minted while a world is running.
 *
 * @returns a function that stops this after the current portrait.
 */
export function renderNewPortraits(options: NewcomerOptions): () => Promise<void> {
  const { contract, onFailure } = options;
  const ending = new AbortController();
  let painted: bigint | undefined;

  async function look(): Promise<void> {
    const supply = await contract.totalSupply();
    if (painted !== undefined && supply !== painted) await paintAll(options);
    painted = supply;
  }

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      await look().catch(onFailure);
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

/** Paints every drifter without a portrait. */
async function paintAll(options: NewcomerOptions): Promise<void> {
  const { contract, collection, portraits, paintedAtMost } = options;
  await generateCollection({
    drifters: await readDrifters(contract),
    directory: collection,
    shelf: await openPrintShelf(portraits),
    ...(paintedAtMost !== undefined && { paintedAtMost }),
  });
}

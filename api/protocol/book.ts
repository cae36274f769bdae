import type { DrifterId } from "./drifterId.ts";
import type { NarrativeRecord } from "./narrative.ts";
import type { ChainHead, Checkpoint } from "./receiptChain.ts";

/** Content of `book.json`: what a book of stories contains. */
export interface BookManifest {
  format: "fringe-drifters-book";
  version: 1;
  chainId: number;
  contract: NarrativeRecord["contract"];
  /** Commitment to all receipts of the book. */
  checkpoint: Checkpoint;
  /** The heads under the checkpoint's root, by number: one for each drifter of the book. */
  heads: readonly ChainHead[];
}

/** File of a book with its manifest, relative to the book. */
export const bookManifestFile = "book.json";

/** File of a book with all of it but itself, as content-addressed blocks. */
export const bookCarFile = "book.car";

/** File of a book with a drifter's receipts, newest first. */
export function bookReceiptsFile(drifterId: DrifterId): string {
  return `drifter/${drifterId}.json`;
}

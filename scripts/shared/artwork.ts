import type { Sharp } from "sharp";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";

/** Metadata and picture of a token. */
export interface Artwork {
  metadata: TokenMetadata;
  /** A square picture, and a text that differs from that of every other one. */
  picture(): { key: string; paint(): Promise<Sharp> };
}

/** Returns the artwork of a token; undefined if it has none. */
export type DrawArtwork = (token: { id: number; phase: string }) => Promise<Artwork | undefined>;

import type { Sharp } from "sharp";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";

/** Metadata and image of a token. */
export interface Artwork {
  metadata: TokenMetadata;
  /** A square image, and a description that is unique to the token. */
  picture(): { key: string; paint(): Promise<Sharp> };
}

/** Returns the artwork of a token; undefined if it has none. */
export type DrawArtwork = (token: { id: number; phase: string }) => Promise<Artwork | undefined>;

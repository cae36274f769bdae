import type { Sharp } from "sharp";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";

/** A token's metadata and image. */
export interface Artwork {
  metadata: TokenMetadata;
  /** A square image, and a description that is unique to the token. */
  picture(): { key: string; paint(): Promise<Sharp> };
}

/** Returns a token's artwork; undefined without artwork. */
export type DrawArtwork = (token: { id: number; phase: string }) => Promise<Artwork | undefined>;

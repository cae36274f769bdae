import type { Response } from "express";
import type { DrifterId } from "#protocol/values/drifterId";
import type { collectionPath, TokenPath } from "#protocol/wire/paths";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";

/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A path at which the API has a token's metadata or portrait. */
export type CollectionPath = Extract<TokenPath, `${typeof collectionPath}${string}`>;

/** Where metadata and portraits of tokens come from. Callers request only minted tokens. */
export interface Collection {
  /**
   * Sends what the API has at a path, with an ETag.
   *
   * @throws {ApiError} `token.not_found` if there is nothing; `collection.unavailable` or `collection.unusable` if it
   *   is elsewhere and cannot be read or shown.
   */
  send(response: Response, path: CollectionPath, drifterId: DrifterId): Promise<void>;
  /**
   * Reads a token's metadata; undefined if it is missing or unusable.
   *
   * @throws {ApiError} `collection.unavailable` if it may be read later.
   */
  readMetadata(drifterId: DrifterId): Promise<TokenMetadata | undefined>;
  /** Finds a token's full-size portrait, with its size if that is known; undefined if there is none. */
  findPortrait(drifterId: DrifterId): Promise<{ size?: PictureSize | undefined } | undefined>;
  /** IDs of all tokens with metadata; needed only if all are shown, minted or not. */
  listIds(): Promise<readonly DrifterId[]>;
}

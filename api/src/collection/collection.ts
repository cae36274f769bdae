import type { Response } from "express";
import type { DrifterId } from "#protocol/values/drifterId";
import type { collectionPath, TokenPath } from "#protocol/wire/paths";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";

/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** An API path of a token's metadata or portrait. */
export type CollectionPath = Extract<TokenPath, `${typeof collectionPath}${string}`>;

/** Source of token metadata and portraits. Callers request only minted tokens. */
export interface Collection {
  /**
   * Sends the content of an API path, with an ETag.
   *
   * @throws {ApiError} `token.not_found` if it is missing; `collection.unavailable` or `collection.unusable` if a
   * remote collection's file cannot be read or shown.
   */
  send(response: Response, path: CollectionPath, drifterId: DrifterId): Promise<void>;
  /**
   * Reads a token's metadata; undefined if it is missing or unusable.
   *
   * @throws {ApiError} `collection.unavailable` if a later read may succeed.
   */
  readMetadata(drifterId: DrifterId): Promise<TokenMetadata | undefined>;
  /** Finds a token's full-size portrait, with its dimensions if known; undefined if it is missing. */
  findPortrait(drifterId: DrifterId): Promise<{ size?: PictureSize | undefined } | undefined>;
  /** Returns the IDs of all tokens with metadata; needed only if unminted tokens are shown too. */
  listIds(): Promise<readonly DrifterId[]>;
}

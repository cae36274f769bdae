import type { Response } from "express";
import type { DrifterId } from "#protocol/values/drifterId";
import type { collectionPath, TokenPath } from "#protocol/wire/paths";
import type { TokenMetadata } from "#protocol/wire/tokenMetadata";

/** Width and height in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/** API path for a token's metadata or portrait. */
export type CollectionPath = Extract<TokenPath, `${typeof collectionPath}${string}`>;

/** Source of token metadata and portraits. Callers request only minted tokens. */
export interface Collection {
  /**
   * Sends an API path's content, with an ETag.
   *
   * @throws {ApiError} `token.not_found` if the file is missing; `collection.unavailable` or
   * `collection.unusable` if a remote collection's file cannot be read or shown.
   */
  send(response: Response, path: CollectionPath, drifterId: DrifterId): Promise<void>;
  /**
   * Reads a token's metadata; undefined if missing or unusable.
   *
   * @throws {ApiError} `collection.unavailable` if a later read may succeed.
   */
  readMetadata(drifterId: DrifterId): Promise<TokenMetadata | undefined>;
  /** Finds a token's full-size portrait, with dimensions if known; undefined if missing. */
  findPortrait(drifterId: DrifterId): Promise<{ size?: ImageSize | undefined } | undefined>;
  /**
   * Reads a token's full-size portrait.
   *
   * @throws {ApiError} like `send`.
   */
  readPortrait(drifterId: DrifterId): Promise<Buffer>;
  /** Returns the IDs of all tokens with metadata; needed only if unminted tokens are shown. */
  listIds(): Promise<readonly DrifterId[]>;
}

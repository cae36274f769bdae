import type { Response } from "express";
import type { DrifterId } from "#protocol/drifterId";
import type { DrifterMetadata } from "#protocol/drifterMetadata";
import type { collectionPath, DrifterPath } from "#protocol/paths";

/** Width and height in pixels. */
export interface PictureSize {
  width: number;
  height: number;
}

/** A path at which the API has a drifter's metadata or portrait. */
export type CollectionPath = Extract<DrifterPath, `${typeof collectionPath}${string}`>;

/** Where metadata and portraits of drifters come from. Callers request only minted drifters. */
export interface Collection {
  /**
   * Sends what the API has at a path, with an ETag.
   *
   * @throws {ApiError} `token.not_found` if there is nothing; `collection.unavailable` or `collection.unusable` if it
   *   is elsewhere and cannot be read or shown.
   */
  send(response: Response, path: CollectionPath, drifterId: DrifterId): Promise<void>;
  /**
   * Reads a drifter's metadata; undefined if it is missing or unusable.
   *
   * @throws {ApiError} `collection.unavailable` if it may be read later.
   */
  readMetadata(drifterId: DrifterId): Promise<DrifterMetadata | undefined>;
  /** Finds a drifter's full-size portrait, with its size if that is known; undefined if there is none. */
  findPortrait(drifterId: DrifterId): Promise<{ size?: PictureSize | undefined } | undefined>;
  /** IDs of all drifters with metadata; needed only if all are shown, minted or not. */
  listIds(): Promise<readonly DrifterId[]>;
}

import type { DrifterId } from "#protocol/drifterId";

/** A drifter whose stories are stored but not served. */
export interface HiddenDrifter {
  drifterId: DrifterId;
  /** For moderators; never sent to readers. */
  reason: string;
  /** ISO 8601 in UTC. */
  hiddenAt: string;
}

/** Drifters whose stories are not served. The list is stored with the stories. */
export interface HideList {
  /** Hides a drifter's current and future stories; if it is hidden already, changes the reason. */
  hide(drifterId: DrifterId, reason: string): Promise<void>;
  /** Serves them again; false if they were not hidden. */
  unhide(drifterId: DrifterId): Promise<boolean>;
  /** Reads all entries, oldest first. */
  entries(): Promise<HiddenDrifter[]>;
}

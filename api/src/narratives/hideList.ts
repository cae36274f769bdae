import type { DrifterId } from "#protocol/drifterId";

/** A drifter whose stories are kept, and told to nobody. */
export interface HiddenDrifter {
  drifterId: DrifterId;
  /** For moderators; never sent to readers. */
  reason: string;
  /** ISO 8601 in UTC. */
  hiddenAt: string;
}

/** Which drifters' stories are kept from readers. Kept where the stories are, and read by every store there. */
export interface HideList {
  /** Hides a drifter's stories, those to come included; of one that is hidden, changes the reason. */
  hide(drifterId: DrifterId, reason: string): Promise<void>;
  /** Tells them again; false if they were not hidden. */
  unhide(drifterId: DrifterId): Promise<boolean>;
  /** All that are hidden, the oldest entry first. */
  entries(): Promise<HiddenDrifter[]>;
}

/** Counts the changes that this process observes. */
export class Changes {
  count = 0;
  /** The counter at this process's last save. */
  countAtSave = 0;
  /** Time of the last change, by `performance.now()`. */
  changedAt = Number.NEGATIVE_INFINITY;

  readonly note = (): void => {
    this.count += 1;
    this.changedAt = performance.now();
  };

  /** Invalidates every earlier response. */
  readonly noteSave = (): void => {
    this.countAtSave = this.count;
  };
}

/** Counts the changes that this process learns of. */
export class Changes {
  count = 0;
  /** Their number at the last save in this process. */
  countAtSave = 0;
  /** Time of the last one, by `performance.now()`. */
  changedAt = Number.NEGATIVE_INFINITY;

  readonly note = (): void => {
    this.count += 1;
    this.changedAt = performance.now();
  };

  /** Nothing that was made before is sent any more. */
  readonly noteSave = (): void => {
    this.countAtSave = this.count;
  };
}

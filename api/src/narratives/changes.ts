/** Counts the changes that this process learns of. */
export class Changes {
  count = 0;
  /** Their number at the last save in this process. */
  countAtSave = 0;

  readonly note = (): void => {
    this.count += 1;
  };

  /** Nothing that was made before is sent any more. */
  readonly noteSave = (): void => {
    this.countAtSave = this.count;
  };
}

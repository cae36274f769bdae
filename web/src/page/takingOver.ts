let isGoingOn = false;

/** Whether hydration is in progress. */
export function isTakingOver(): boolean {
  return isGoingOn;
}

export function setTakingOver(isNow: boolean): void {
  isGoingOn = isNow;
}

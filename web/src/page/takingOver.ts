let isGoingOn = false;

/** Whether the first render over the server's markup goes on. */
export function isTakingOver(): boolean {
  return isGoingOn;
}

export function setTakingOver(isNow: boolean): void {
  isGoingOn = isNow;
}

let hydrating = false;

/** Whether hydration is in progress. */
export function isHydrating(): boolean {
  return hydrating;
}

export function setHydrating(isNow: boolean): void {
  hydrating = isNow;
}

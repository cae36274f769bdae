/** Waits for a promise, at most for this time; resolves with undefined if it takes longer. */
export function inTime<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Waits for a promise at most this long; resolves with undefined on a timeout. */
export function inTime<Value>(
  promise: Promise<Value>,
  milliseconds: number,
): Promise<Value | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

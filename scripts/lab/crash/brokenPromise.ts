/** Thrown when the service did not do what it promises; the message says which promise, and where. */
export class BrokenPromise extends Error {
  override name = "BrokenPromise";
}

/** @throws {BrokenPromise} with what `describe` says, unless the promise is kept. */
export function promise(isKept: boolean, describe: () => string): asserts isKept {
  if (!isKept) throw new BrokenPromise(describe());
}

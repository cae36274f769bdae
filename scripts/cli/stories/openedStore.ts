import { type NarrativeStore, StoreNotEmptyError } from "#service/stories";

/** @throws {StoreNotEmptyError} */
export async function assertEmpty(store: NarrativeStore): Promise<void> {
  for await (const _ of store.receipts()) {
    throw new StoreNotEmptyError(
      "The store already has stories. Choose an empty folder or database.",
    );
  }
}

/** A store that is closed at the end of its scope. */
export function closing<Store extends NarrativeStore>(store: Store): Store & AsyncDisposable {
  return Object.assign(store, { [Symbol.asyncDispose]: () => store.close() });
}

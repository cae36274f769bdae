import { createExternalStore, type ExternalStore } from "../page/externalStore.ts";
import { tabStore } from "../page/storage.ts";

/** One of several values; the tab stores it across reloads. */
export interface Choice<Value extends string> extends Omit<ExternalStore<Value>, "write"> {
  choose(value: Value): void;
}

/** Keys of choices, which are also parameters of shared addresses. */
const prefix = "dev.";
/** Changed choices by key. */
const changed = createExternalStore<Readonly<Record<string, string>>>({});
export const { read: readChanged, subscribe: subscribeToChanged } = changed;

/** Whether this page's address had choices, as in `?dev.fault.gallery=serverError`. */
export const isFromLink = takeFromAddress();

/** Moves the choices from the address to the tab, where they last. */
function takeFromAddress(): boolean {
  const url = new URL(location.href);
  const given = [...url.searchParams].filter(([key]) => key.startsWith(prefix));
  if (given.length === 0) return false;
  for (const [key, value] of given) {
    tabStore.setItem(key, value);
    url.searchParams.delete(key);
  }
  history.replaceState(history.state, "", url);
  return true;
}

/** Returns the page's address with the changed choices. */
export function addressWithChoices(page = location.href): string {
  const url = new URL(page);
  for (const [key, value] of Object.entries(readChanged())) url.searchParams.set(key, value);
  return url.href;
}

/** Creates a choice whose default is `values[0]`. @param name unique; part of shared addresses. */
export function createChoice<const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
): Choice<Value> {
  const key = prefix + name;
  const stored = tabStore.getItem(key);
  const { read, write, subscribe } = createExternalStore<Value>(
    values.find((value) => value === stored) ?? values[0],
  );
  function note(value: Value) {
    const { [key]: _, ...others } = readChanged();
    changed.write(value === values[0] ? others : { ...others, [key]: value });
  }
  note(read());
  return {
    read,
    subscribe,
    choose(value) {
      tabStore.setItem(key, value);
      write(value);
      note(value);
    },
  };
}

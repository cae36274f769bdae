import { emitKeypressEvents } from "node:readline";

/** Keys of `npm run watch` and what they do. */
const keys = {
  a: "run all tests",
  f: "run the failed tests again",
  g: "gas difference against the last commit",
  q: "quit",
} as const;

export type Key = keyof typeof keys;

/** Formats the keys for one line. */
export function describeKeys(): string {
  return Object.entries(keys)
    .map(([key, action]) => `${key} ${action}`)
    .join(" · ");
}

/**
 * Calls `onKey` for each of the keys that is pressed on a terminal. Ctrl-C counts as q.
 *
 * @returns a function that gives the terminal back.
 */
export function readKeys(onKey: (key: Key) => void): () => void {
  const { stdin } = process;
  if (!stdin.isTTY) return () => {};
  const press = (_text: unknown, { name = "", ctrl }: { name?: string; ctrl: boolean }) => {
    const key = ctrl && name === "c" ? "q" : name;
    if (key in keys) onKey(key as Key);
  };
  emitKeypressEvents(stdin);
  stdin.setRawMode(true).on("keypress", press).resume();
  return () => void stdin.off("keypress", press).setRawMode(false).pause();
}

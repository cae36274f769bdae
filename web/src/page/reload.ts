import { useEffect, useState } from "react";
import { isStoragePersistent, tabStore } from "./storage.ts";

const storageKey = "kept";

/** Texts that `reload` stores, by field name. */
const storedTexts = new Map<string, string>();
/** Texts that the last reload stored. */
const restored = readKept();

/** Returns a text field's state, which survives `reload`. */
export function useTyped(name: string, initial: string) {
  const [text, setText] = useState(() => restored.get(name) ?? initial);
  useKept(name, text);
  return [text, setText] as const;
}

/** Stores a text through `reload`. */
export function useKept(name: string, text: string): void {
  useEffect(() => {
    restored.delete(name);
    storedTexts.set(name, text);
    return () => void storedTexts.delete(name);
  }, [name, text]);
}

/** Returns a stored text and forgets it. */
export function takeKept(name: string): string | undefined {
  const text = restored.get(name);
  restored.delete(name);
  return text;
}

function readKept(): Map<string, string> {
  const saved = tabStore.getItem(storageKey);
  tabStore.removeItem(storageKey);
  return parseKept(saved);
}

/** Parses the stored texts. Another app of the same origin may have stored anything under that key. */
export function parseKept(saved: string | null): Map<string, string> {
  try {
    return new Map<string, string>(JSON.parse(saved ?? "[]"));
  } catch {
    return new Map();
  }
}

/** Whether a reload loses no text: without browser storage, drafts last only as long as the page. */
export function canReload(): boolean {
  const texts = document.querySelectorAll("textarea");
  return isStoragePersistent() || [...texts].every(({ value }) => value === "");
}

/** Reloads the page and restores its fields' texts. Never resolves. */
export function reload(): Promise<never> {
  tabStore.setItem(storageKey, JSON.stringify([...storedTexts]));
  window.location.reload();
  return new Promise(() => undefined);
}

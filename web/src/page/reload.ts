import { useEffect, useState } from "react";
import { isStoragePersistent, tabStore } from "./storage.ts";

const storageKey = "savedTexts";

/** Texts for `reload` to store, by field name. */
const storedTexts = new Map<string, string>();
/** Texts that the last `reload` stored. */
const restored = readSavedTexts();

/** State for a text field that survives `reload`. */
export function usePersistedText(name: string, initial: string) {
  const [text, setText] = useState(() => restored.get(name) ?? initial);
  useSavedText(name, text);
  return [text, setText] as const;
}

/** Saves a text across `reload`. */
export function useSavedText(name: string, text: string): void {
  useEffect(() => {
    restored.delete(name);
    storedTexts.set(name, text);
    return () => void storedTexts.delete(name);
  }, [name, text]);
}

/** Returns a text saved by the last `reload`, once. */
export function takeSavedText(name: string): string | undefined {
  const text = restored.get(name);
  restored.delete(name);
  return text;
}

function readSavedTexts(): Map<string, string> {
  const saved = tabStore.getItem(storageKey);
  tabStore.removeItem(storageKey);
  return parseSavedTexts(saved);
}

/** Parses the stored texts. Another app on the same origin may have stored anything under that key. */
export function parseSavedTexts(saved: string | null): Map<string, string> {
  try {
    return new Map<string, string>(JSON.parse(saved ?? "[]"));
  } catch {
    return new Map();
  }
}

/** Whether a reload preserves all typed text: without browser storage, drafts last only as long as the page. */
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

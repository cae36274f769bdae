import type { Address } from "viem";
import { localStore, type PageStorage } from "../storage.ts";

/** An unpublished text for a drifter. */
export interface KeptDraft {
  id: string;
  text: string;
  /** Time of the last change, in milliseconds since 1970. */
  typedAt: number;
}

export type DraftList = ReturnType<typeof draftList>;

const mostDrafts = 20;
const keptForMilliseconds = 30 * 24 * 3_600 * 1_000;

/**
 * Drafts of one account for one drifter. Each has its own storage key, so that concurrent tabs do not
 * overwrite each other's.
 */
export function draftList(
  drifterId: string,
  author: Address,
  storage: PageStorage = localStore,
  now = Date.now,
) {
  const singleSlot = `draft:${drifterId}:${author}`;
  const prefix = `${singleSlot}:`;

  function write(id: string, text: string): boolean {
    return storage.setItem(prefix + id, JSON.stringify({ text, typedAt: now() }));
  }

  function readAll(): KeptDraft[] {
    return storage
      .keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parseDraft(key.slice(prefix.length), storage.getItem(key)))
      .sort((a, b) => b.typedAt - a.typedAt);
  }

  /** Moves the single draft of an older version into the list. */
  function migrateSingleSlot(): void {
    const text = storage.getItem(singleSlot);
    if (text !== null && write(newDraftId(), text)) storage.removeItem(singleSlot);
  }

  return {
    /** Returns every distinct text, newest first; deletes those older than 30 days or beyond the 20 newest. */
    read(): KeptDraft[] {
      migrateSingleSlot();
      const all = readAll();
      const distinct = all.filter(
        ({ text }, index) => all.findIndex((newer) => newer.text === text) === index,
      );
      const kept = distinct
        .filter(({ typedAt }) => now() - typedAt <= keptForMilliseconds)
        .slice(0, mostDrafts);
      // A duplicate is kept: the tab in which it was typed may still change it.
      const keptTexts = new Set(kept.map(({ text }) => text));
      for (const draft of all) {
        if (!keptTexts.has(draft.text)) storage.removeItem(prefix + draft.id);
      }
      return kept;
    },
    /** Stores the text under this ID only; `false` if the browser does not keep it. */
    write,
    remove: (id: string) => storage.removeItem(prefix + id),
    /** Deletes a text that was published or discarded. */
    removeText(text: string): void {
      for (const draft of readAll()) {
        if (draft.text === text) storage.removeItem(prefix + draft.id);
      }
    },
  };
}

/** Returns an ID that is unique across tabs. `crypto.randomUUID` is missing on plain-http pages. */
export function newDraftId(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
}

function parseDraft(id: string, json: string | null): KeptDraft[] {
  try {
    const draft: unknown = JSON.parse(json ?? "");
    if (typeof draft !== "object" || draft === null) return [];
    if (!("text" in draft && "typedAt" in draft)) return [];
    const { text, typedAt } = draft;
    return typeof text === "string" && typeof typedAt === "number" ? [{ id, text, typedAt }] : [];
  } catch {
    return [];
  }
}

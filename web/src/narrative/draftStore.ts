import * as v from "valibot";
import type { Address } from "viem";
import { localStore, type PageStorage } from "../page/storage.ts";
import { type Draft, draftVersion, type SavedDraft } from "./draft.ts";

const maxDrafts = 20;
const storedDraftSchema = v.object({
  text: v.string(),
  typedAt: v.number(),
  continues: v.array(v.string()),
  comment: v.exactOptional(v.string()),
  /** Incremented on every visit, so that a draft's age does not depend on the clock. */
  visit: v.optional(v.number(), 0),
});
type StoredDraft = SavedDraft & v.InferOutput<typeof storedDraftSchema>;

/**
 * Creates the store for one account's drafts about one token. Each draft has its own storage key,
 * so that concurrent tabs do not overwrite each other's drafts.
 */
export function draftStore(
  drifterId: string,
  author: Address,
  storage: PageStorage = localStore,
  now = Date.now,
) {
  const prefix = `draft:${drifterId}:${author}:`;
  let thisVisit: number | undefined;

  function readAll(): StoredDraft[] {
    return storage
      .keys()
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => parseDraft(key.slice(prefix.length), storage.getItem(key)))
      .sort((a, b) => b.visit - a.visit || b.typedAt - a.typedAt);
  }

  function removeTexts(texts: string[]): void {
    for (const { id, text } of readAll()) {
      if (texts.includes(text)) storage.removeItem(prefix + id);
    }
  }

  return {
    /** Returns every distinct unpublished draft, newest first, and deletes all but the 20 newest. */
    read(narrative?: string): SavedDraft[] {
      const all = readAll();
      const storedDrafts = all
        .filter(({ text }, index) => all.findIndex((newer) => newer.text === text) === index)
        .slice(0, maxDrafts);
      // A duplicate stays stored, because the tab that wrote it may still change it.
      const savedTexts = new Set(storedDrafts.map(({ text }) => text));
      removeTexts(all.map(({ text }) => text).filter((text) => !savedTexts.has(text)));
      return storedDrafts.filter(({ text }) => text !== narrative);
    },
    /**
     * Stores the typed text, unless it is the published story.
     *
     * @returns `false` if the browser cannot store it.
     */
    keep({ id, text, continues, comment }: Omit<SavedDraft, "typedAt">, narrative?: string) {
      if (text !== narrative) {
        thisVisit ??= 1 + (readAll()[0]?.visit ?? 0);
        const stored = { text, typedAt: now(), continues, comment, visit: thisVisit };
        return storage.setItem(prefix + id, JSON.stringify(stored));
      }
      storage.removeItem(prefix + id);
      return true;
    },
    /** Deletes a discarded draft. */
    discard: (text: string) => removeTexts([text]),
    /** Deletes a published draft and the drafts that it continues. */
    deletePublished({ text, continues }: Pick<Draft, "text" | "continues">): void {
      const obsolete = readAll().filter((draft) => continues.includes(draftVersion(draft)));
      removeTexts([text, ...obsolete.map((draft) => draft.text)]);
    },
  };
}

function parseDraft(id: string, json: string | null): StoredDraft[] {
  try {
    return [{ id, ...v.parse(storedDraftSchema, JSON.parse(json ?? "")) }];
  } catch {
    return [];
  }
}

import * as z from "zod/mini";
import { settingNames } from "#protocol/sale/saleSettings";
import { worldKey } from "../env.ts";
import { emptyDraft, type SaleDraft } from "./saleDraft.ts";

const text = z.string();
const draftSchema = z.object({
  names: z.array(text),
  ranges: z.array(z.object({ name: text, startingPoint: text, endPoint: text })),
  settings: z.partialRecord(z.enum(settingNames), text),
});

/** Stores the draft for one world's collection in the browser; unreadable data counts as no draft. */
export function saleDraftStore(storage: Storage, world: Parameters<typeof worldKey>[0]) {
  const key = `phases:${worldKey(world)}`;
  return {
    read(): SaleDraft {
      try {
        return draftSchema.parse(JSON.parse(storage.getItem(key) ?? ""));
      } catch {
        return emptyDraft;
      }
    },
    write(draft: SaleDraft): void {
      try {
        storage.setItem(key, JSON.stringify(draft));
      } catch {
        // Storage is full or blocked: the draft is kept in memory only.
      }
    },
  };
}

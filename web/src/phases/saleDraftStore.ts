import * as v from "valibot";
import { settingNames } from "#protocol/sale/saleSettings";
import { worldKey } from "../env.ts";
import { localStore } from "../storage.ts";
import { emptyDraft, type SaleDraft } from "./saleDraft.ts";

const text = v.string();
const draftSchema = v.object({
  names: v.array(text),
  ranges: v.array(v.object({ name: text, startingPoint: text, endPoint: text })),
  settings: v.record(v.picklist(settingNames), text),
});

/** Stores the draft for one world's collection in the browser; unreadable data counts as no draft. */
export function saleDraftStore(world: Parameters<typeof worldKey>[0]) {
  const key = `phases:${worldKey(world)}`;
  return {
    read(): SaleDraft {
      try {
        return v.parse(draftSchema, JSON.parse(localStore.getItem(key) ?? ""));
      } catch {
        return emptyDraft;
      }
    },
    write(draft: SaleDraft): void {
      localStore.setItem(key, JSON.stringify(draft));
    },
  };
}

import * as v from "valibot";
import { countIds, type PhaseRange } from "#sale/phaseRange";
import { applyCalls } from "#sale/safeOrder";
import type { SaleCall } from "#sale/saleCalls";
import type { PhaseFacts } from "#sale/saleFacts";
import { type SaleSettings, type SettingName, settingKind, settingNames } from "#sale/saleSettings";
import { pickSettings } from "#sale/settingCalls";
import { parseWholeNumber } from "#sale/settingKinds";
import type { SaleState } from "#sale/simulateCalls";
import { worldKey } from "../env.ts";
import { localStore } from "../page/storage.ts";
import { rangeError, settingError } from "./messages.ts";

const draftSchema = v.object({
  /** Phases added by name, on chain or not. */
  names: v.array(v.string()),
  /** Changed values as typed, by field name; see `rangeField` and `settingField`. */
  texts: v.record(v.string(), v.string()),
});

/** The owner's changes as typed; absent fields retain their on-chain values. */
export type SaleDraft = v.InferOutput<typeof draftSchema>;

export const emptyDraft: SaleDraft = { names: [], texts: {} };

/** Names of a phase's bounds. */
export const rangeEnds = ["startingPoint", "endPoint"] as const;
export type RangeEnd = (typeof rangeEnds)[number];

export function rangeField(name: string, end: RangeEnd): string {
  return `phase:${name}:${end}`;
}

export function settingField(name: SettingName): string {
  return `setting:${name}`;
}

/** Returns the names of the phases whose ranges a draft changes. */
export function draftedPhases({ texts }: SaleDraft): string[] {
  const fields = Object.keys(texts).filter((field) => field.startsWith("phase:"));
  return fields.map((field) => field.slice("phase:".length, field.lastIndexOf(":")));
}

/** Returns an on-chain bound as text; empty for a phase that has never had IDs. */
export function formatBound(phase: PhaseFacts, end: RangeEnd): string {
  return phase.startingPoint === 0n && phase.endPoint === 0n ? "" : String(phase[end]);
}

export function changeField(
  draft: SaleDraft,
  field: string,
  text: string,
  onChain: string,
): SaleDraft {
  const { [field]: _, ...others } = draft.texts;
  return { ...draft, texts: text === onChain ? others : { ...others, [field]: text } };
}

export function namePhase(draft: SaleDraft, name: string): SaleDraft {
  return { ...draft, names: [...draft.names.filter((each) => each !== name), name] };
}

export function resetPhase(draft: SaleDraft, { name }: PhaseFacts): SaleDraft {
  const { [rangeField(name, "startingPoint")]: _, ...others } = draft.texts;
  const { [rangeField(name, "endPoint")]: __, ...texts } = others;
  return { ...draft, texts };
}

/** Drafts an empty range for a phase; drops a phase that is not on chain. */
export function removePhase(draft: SaleDraft, phase: PhaseFacts): SaleDraft {
  if (countIds(phase) === 0n) {
    const names = draft.names.filter((name) => name !== phase.name);
    return { ...resetPhase(draft, phase), names };
  }
  const end = rangeField(phase.name, "endPoint");
  return changeField(draft, end, String(phase.startingPoint), String(phase.endPoint));
}

/** Drafted value that pauses minting until the other calls are confirmed. */
const paused = "paused";

export function pauseMinting(draft: SaleDraft): SaleDraft {
  return { ...draft, texts: { ...draft.texts, [settingField("isMinting")]: paused } };
}

/** Adds what calls change to a draft. If they close and open the sale, minting pauses in between. */
export function draftCalls(
  draft: SaleDraft,
  state: SaleState,
  calls: readonly SaleCall[],
): SaleDraft {
  const { sale, phases } = applyCalls(state, calls);
  let drafted = draft;
  for (const phase of phases) {
    const { name } = phase;
    const before = state.phases.find((each) => each.name === name);
    for (const end of rangeEnds) {
      if (before?.[end] === phase[end]) continue;
      const onChain = before ? formatBound(before, end) : "";
      drafted = changeField(
        namePhase(drafted, name),
        rangeField(name, end),
        `${phase[end]}`,
        onChain,
      );
    }
  }
  const [before, after] = [pickSettings(state.sale), pickSettings(sale)];
  for (const name of settingNames) {
    const { isEqual, toText } = settingKind(name);
    if (isEqual(before[name], after[name])) continue;
    const text = toText(after[name]);
    drafted = changeField(drafted, settingField(name), text, toText(before[name]));
  }
  const isReopened = calls.filter(({ functionName }) => functionName === "toggleMint").length > 1;
  return isReopened ? pauseMinting(drafted) : drafted;
}

export function isPaused({ texts }: SaleDraft): boolean {
  return texts[settingField("isMinting")] === paused;
}

export function hasChanges({ texts }: SaleDraft): boolean {
  return Object.keys(texts).length > 0;
}

/** A parsed draft with its errors. */
interface ParsedDraft {
  ranges: PhaseRange[];
  settings: SaleSettings;
  /** Error message per invalid field. */
  errors: Map<string, string>;
}

export function readDraft(draft: SaleDraft, { sale, phases }: SaleState): ParsedDraft {
  const errors = new Map<string, string>();
  const drafted = draftedPhases(draft);
  const ranges = phases
    .filter(({ name }) => drafted.includes(name))
    .flatMap((phase) => readRange(phase, draft, errors));
  const settings = pickSettings(sale);
  for (const name of settingNames) readSetting(name, draft, settings, errors);
  return { ranges, settings, errors };
}

function readRange(phase: PhaseFacts, { texts }: SaleDraft, errors: Map<string, string>) {
  const { name } = phase;
  const [startingPoint, endPoint] = rangeEnds.map((end) => {
    const field = rangeField(name, end);
    const point = parseWholeNumber(texts[field] ?? formatBound(phase, end), 64n);
    if (point === undefined) errors.set(field, rangeError(name, end));
    return point;
  });
  if (startingPoint === undefined || endPoint === undefined) return [];
  return [{ name, startingPoint, endPoint }];
}

function readSetting<Name extends SettingName>(
  name: Name,
  { texts }: SaleDraft,
  settings: SaleSettings,
  errors: Map<string, string>,
): void {
  const text = texts[settingField(name)];
  if (text === undefined) return;
  const { parse, hint } = settingKind(name);
  const value = parse(text);
  if (value !== undefined) settings[name] = value;
  else errors.set(settingField(name), settingError(name, text, hint));
}

/** Drops changes that equal the on-chain state, so that a completed draft is empty. */
export function settleDraft(draft: SaleDraft, { sale, phases }: SaleState): SaleDraft {
  const now = pickSettings(sale);
  const isDone = (field: string, text: string) => {
    const setting = settingNames.find((name) => settingField(name) === field);
    if (setting !== undefined) {
      const { parse, isEqual } = settingKind(setting);
      const value = parse(text);
      return value !== undefined && isEqual(value, now[setting]);
    }
    const point = parseWholeNumber(text, 64n);
    return phases.some((phase) =>
      rangeEnds.some((end) => rangeField(phase.name, end) === field && phase[end] === point),
    );
  };
  const open = Object.entries(draft.texts).filter(([field, text]) => !isDone(field, text));
  const settled = { ...draft, texts: Object.fromEntries(open) };
  return isPaused(draft) && hasChanges(settled) ? pauseMinting(settled) : settled;
}

/** Creates the browser storage of one world's draft; unreadable data counts as no draft. */
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

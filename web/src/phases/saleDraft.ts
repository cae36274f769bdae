import { parseEtherAmount } from "#protocol/ether";
import { countIds, isSameRange, type PhaseRange, phaseTitle } from "#protocol/sale/phaseRange";
import type { PhaseFacts } from "#protocol/sale/saleFacts";
import {
  kindOf,
  type SaleSettings,
  type SettingName,
  saleSettings,
  settingNames,
} from "#protocol/sale/saleSettings";
import { settingsOf } from "#protocol/sale/settingCalls";
import { parseWholeNumber } from "#protocol/sale/settingKinds";
import type { SaleState } from "#protocol/sale/simulateCalls";

/** A phase's range as typed. */
export interface TypedRange {
  name: string;
  startingPoint: string;
  endPoint: string;
}

/** The owner's changes as typed; anything absent keeps its on-chain value. */
export interface SaleDraft {
  /** Phases added by name, on chain or not. */
  names: string[];
  ranges: TypedRange[];
  settings: Partial<Record<SettingName, string>>;
}

export const emptyDraft: SaleDraft = { names: [], ranges: [], settings: {} };

/** A parsed draft and its faults. */
export interface DraftReading {
  ranges: PhaseRange[];
  settings: SaleSettings;
  /** Fault of each invalid field, by field key. */
  faults: Map<string, string>;
}

/** Returns the key of a field: `phase:Ember:endPoint`, `setting:price`. */
export function fieldKey(...parts: string[]): string {
  return parts.join(":");
}

export function hasChanges({ ranges, settings }: SaleDraft): boolean {
  return ranges.length > 0 || Object.keys(settings).length > 0;
}

export function readDraft(draft: SaleDraft, state: SaleState): DraftReading {
  const faults = new Map<string, string>();
  const ranges = draft.ranges.flatMap((typed) => readRange(typed, faults));
  const settings = settingsOf(state.sale);
  for (const name of settingNames) {
    const text = draft.settings[name];
    if (text !== undefined) readSetting(name, text, settings, faults);
  }
  return { ranges, settings, faults };
}

function readRange(typed: TypedRange, faults: Map<string, string>): PhaseRange[] {
  const { name } = typed;
  const points = (["startingPoint", "endPoint"] as const).map((field) => {
    const point = parseWholeNumber(typed[field], 64n);
    if (point === undefined) {
      const which = field === "startingPoint" ? "first ID" : "end";
      faults.set(
        fieldKey("phase", name, field),
        `The ${which} of ${phaseTitle(name)} must be a whole number below 2^64.`,
      );
    }
    return point;
  });
  const [startingPoint, endPoint] = points;
  if (startingPoint === undefined || endPoint === undefined) return [];
  return [{ name, startingPoint, endPoint }];
}

function readSetting<Name extends SettingName>(
  name: Name,
  typed: string,
  settings: SaleSettings,
  faults: Map<string, string>,
): void {
  const { parse, hint } = kindOf(name);
  const value = parse(typed);
  if (value !== undefined) settings[name] = value;
  else faults.set(fieldKey("setting", name), settingFault(name, typed, hint));
}

function settingFault(name: SettingName, text: string, hint: string): string {
  const { kind, label } = saleSettings[name];
  const dotted = text.trim().replace(",", ".");
  if (kind === "ether" && parseEtherAmount(dotted) !== undefined) return `Use a dot, ${dotted}`;
  return `${label} must be ${hint}.`;
}

// Changes

export function changeRange(
  draft: SaleDraft,
  phase: PhaseFacts,
  change: Partial<TypedRange>,
): SaleDraft {
  const before = draft.ranges.find(({ name }) => name === phase.name) ?? typedRange(phase);
  const after = { ...before, ...change };
  const others = draft.ranges.filter(({ name }) => name !== phase.name);
  const isAsOnChain =
    after.startingPoint === typedRange(phase).startingPoint &&
    after.endPoint === typedRange(phase).endPoint;
  return { ...draft, ranges: isAsOnChain ? others : [...others, after] };
}

/** Returns the range as typed text; empty for a phase without one. */
export function typedRange({ name, startingPoint, endPoint }: PhaseFacts): TypedRange {
  if (startingPoint === 0n && endPoint === 0n) return { name, startingPoint: "", endPoint: "" };
  return { name, startingPoint: String(startingPoint), endPoint: String(endPoint) };
}

/** Drafts an empty range for a phase; drops a phase that is not on chain. */
export function removePhase(draft: SaleDraft, phase: PhaseFacts): SaleDraft {
  if (countIds(phase) === 0n) {
    const { names } = resetPhase(draft, phase.name);
    return { ...resetPhase(draft, phase.name), names: names.filter((name) => name !== phase.name) };
  }
  return changeRange(draft, phase, { endPoint: String(phase.startingPoint) });
}

export function resetPhase(draft: SaleDraft, name: string): SaleDraft {
  return { ...draft, ranges: draft.ranges.filter((range) => range.name !== name) };
}

export function namePhase(draft: SaleDraft, name: string): SaleDraft {
  return { ...draft, names: [...draft.names.filter((each) => each !== name), name] };
}

export function changeSetting(
  draft: SaleDraft,
  name: SettingName,
  text: string,
  onChain: string,
): SaleDraft {
  const { [name]: _, ...others } = draft.settings;
  return { ...draft, settings: text === onChain ? others : { ...others, [name]: text } };
}

/** Drafted value: minting is turned on after the other calls are confirmed. */
const paused = "paused";

export function pauseMinting(draft: SaleDraft): SaleDraft {
  return { ...draft, settings: { ...draft.settings, isMinting: paused } };
}

export function isPaused({ settings }: SaleDraft): boolean {
  return settings.isMinting === paused;
}

/** Drops changes that equal the on-chain state, so that a completed draft is empty. */
export function settleDraft(draft: SaleDraft, state: SaleState): SaleDraft {
  const reading = readDraft(draft, state);
  const isDone = ({ name }: TypedRange) => {
    const range = reading.ranges.find((each) => each.name === name);
    const phase = state.phases.find((each) => each.name === name);
    return range !== undefined && phase !== undefined && isSameRange(range, phase);
  };
  const now = settingsOf(state.sale);
  const isOpen = <Name extends SettingName>(name: Name) =>
    reading.faults.has(fieldKey("setting", name)) ||
    !kindOf(name).isEqual(reading.settings[name], now[name]);
  const settings = settingNames
    .filter(isOpen)
    .flatMap((name) => (draft.settings[name] === undefined ? [] : [[name, draft.settings[name]]]));
  const settled = {
    ...draft,
    ranges: draft.ranges.filter((range) => !isDone(range)),
    settings: Object.fromEntries(settings),
  };
  return isPaused(draft) && hasChanges(settled) ? pauseMinting(settled) : settled;
}

import type { SaleCall } from "./saleCalls.ts";
import type { SaleFacts } from "./saleFacts.ts";
import {
  type SaleSettings,
  type SettingName,
  saleSettings,
  settingKind,
  settingNames,
} from "./saleSettings.ts";
import type { SaleState } from "./simulateCalls.ts";

/** Extracts the settings from the sale's facts. */
export function pickSettings({ phase, ...sale }: SaleFacts): SaleSettings {
  return { ...sale, phase: phase.name };
}

interface SettingTargets {
  settings: SaleSettings;
  /** Whether to turn minting off during the calls. */
  isPaused: boolean;
}

/**
 * Adds the calls that change settings to the phases' calls. Turns minting off first and on last,
 * unless minting should stay on, so that nobody mints from a partly changed sale.
 */
export function addSettingCalls(
  phaseCalls: readonly SaleCall[],
  now: SaleState,
  { settings: wanted, isPaused }: SettingTargets,
): SaleCall[] {
  const settings = settingCalls(pickSettings(now.sale), wanted);
  const { isMinting } = now.sale;
  const between = [...phaseCalls, ...settings];
  if (isMinting && wanted.isMinting && !isPaused) return between;
  const isNeeded = isMinting !== wanted.isMinting || between.length > 0;
  return [
    ...(isMinting && isNeeded ? [toggle] : []),
    ...between,
    ...(wanted.isMinting && isNeeded ? [toggle] : []),
  ];
}

const toggle: SaleCall = { functionName: "toggleMint", args: [] };

/** Returns a call for each setting that differs, except the switch; changes the active phase last. */
function settingCalls(now: SaleSettings, wanted: SaleSettings): SaleCall[] {
  const isWanted = <Name extends SettingName>(name: Name) =>
    !settingKind(name).isEqual(now[name], wanted[name]);
  return settingNames
    .filter((name) => name !== "isMinting" && isWanted(name))
    .sort((one, other) => Number(one === "phase") - Number(other === "phase"))
    .map((name) => settingCall(name, wanted[name]));
}

/** Returns the call that changes a setting to this value; a switch's call toggles the switch. */
function settingCall<Name extends SettingName>(name: Name, value: SaleSettings[Name]): SaleCall {
  const { call, kind } = saleSettings[name];
  const args = kind === "switch" ? [] : [value].flat();
  // Safety: a switch's call has no argument, a royalty's has two; any other argument has the setting's type.
  return { functionName: call, args } as unknown as SaleCall;
}

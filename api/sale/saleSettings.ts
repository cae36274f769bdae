import type { ContractFunctionName } from "viem";
import type { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import { type SettingKindName, type SettingValues, settingKinds } from "./settingKinds.ts";

type Abi = typeof collectionAbi;

interface Setting {
  /** View that returns the value. */
  view: ContractFunctionName<Abi, "view">;
  /** Function with which the owner changes the value. Takes the new value, or no argument for a switch. */
  call: ContractFunctionName<Abi, "nonpayable">;
  kind: SettingKindName;
  label: string;
  /** States what an amount or a number applies to, unless the label does. */
  help?: string;
}

/**
 * Sale settings that the owner can change, in addition to the phases' ranges. Pages, the planner,
 * “What if…” and commands use this table in its order.
 */
export const saleSettings = {
  isMinting: { view: "isMinting", call: "toggleMint", kind: "switch", label: "Minting" },
  phase: { view: "CURRENTPHASE", call: "changePhase", kind: "phase", label: "Active phase" },
  price: {
    view: collectionConfig.priceFunction,
    call: "adjustPrice",
    kind: "ether",
    label: "Price",
  },
  maxBatch: { view: "MAXBATCH", call: "adjustMaxBatch", kind: "count", label: "Max per mint" },
  signer: {
    view: "signerAddress",
    call: "adjustSigner",
    kind: "address",
    label: "Signer",
    help: "signs authorizations",
  },
  royalty: {
    view: "royalty",
    call: "setRoyalty",
    kind: "royalty",
    label: "Royalty",
    help: "on later sales: none, or 5% to 0x…",
  },
} as const satisfies Record<string, Setting>;

type Table = typeof saleSettings;
export type SettingName = keyof Table;
/** Name of a call that changes a setting. */
export type SettingCallName = Table[SettingName]["call"];
/** Setting values by setting name; a phase is represented by its name. */
export type SaleSettings = { [Name in SettingName]: SettingValues[Table[Name]["kind"]] };

// Safety: the table has no other keys.
export const settingNames = Object.keys(saleSettings) as SettingName[];
export const settingCallNames: readonly SettingCallName[] = settingNames.map(
  (name) => saleSettings[name].call,
);

/** Returns the name of the setting that a call changes. */
export function findSetting(call: SettingCallName): SettingName {
  const name = settingNames.find((each) => saleSettings[each].call === call);
  if (name === undefined) throw new Error(`${call} does not change a setting.`);
  return name;
}

/** Returns how a setting's values are formatted, parsed and compared. */
export function settingKind<Name extends SettingName>(name: Name) {
  // Safety: a setting's value has the type of the setting's kind.
  return settingKinds[saleSettings[name].kind] as unknown as {
    format(value: SaleSettings[Name], symbol: string): string;
    toText(value: SaleSettings[Name]): string;
    parse(text: string): SaleSettings[Name] | undefined;
    hint: string;
    isEqual(one: SaleSettings[Name], other: SaleSettings[Name]): boolean;
  };
}

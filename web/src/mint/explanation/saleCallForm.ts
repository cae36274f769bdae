import { type AbiFunction, getAbiItem } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { CallSyntaxError } from "#protocol/collectionCalls";
import { parseSaleCall, type SaleCall, type SaleCallName } from "#protocol/sale/saleCalls";
import { kindOf, saleSettings, settingOfCall } from "#protocol/sale/saleSettings";
import { settingCall } from "#protocol/sale/settingCalls";
import { type SettingKindName, settingKinds } from "#protocol/sale/settingKinds";

/** One argument of a call, as a form field. */
export interface Argument {
  name: string;
  type: string;
  /** Whether it is entered in the chain's currency rather than in wei. */
  isPrice: boolean;
  /** Expected input. */
  hint: string;
}

/** The arguments of one of the owner's calls. */
export function argumentsOf(name: SaleCallName): Argument[] {
  const item: AbiFunction = getAbiItem({ abi: fringeDriftersAbi, name });
  return item.inputs.map(({ name: argument = "", type }) => ({
    name: argument,
    type,
    isPrice: kindOfCall(name) === "ether",
    hint: hintFor(name, type),
  }));
}

/** Parses a call from the texts of its arguments. */
export function readSaleCall(
  name: SaleCallName,
  texts: readonly string[],
): { call: SaleCall } | { fault: string } {
  if (name === "adjustPhases") return readPhaseCall(texts);
  const setting = settingOfCall(name);
  const value = kindOf(setting).parse(texts[0] ?? "");
  return value === undefined ? { fault: faultOf(name) } : { call: settingCall(setting, value) };
}

function readPhaseCall([name = "", ...points]: readonly string[]) {
  try {
    const text = [JSON.stringify(name), ...points.map((point) => point.trim())].join(", ");
    return { call: parseSaleCall(`adjustPhases(${text})`) };
  } catch (error) {
    if (error instanceof CallSyntaxError) return { fault: faultOf("adjustPhases") };
    throw error;
  }
}

function hintFor(name: SaleCallName, type: string): string {
  const kind = kindOfCall(name);
  if (kind !== undefined) return settingKinds[kind].hint;
  return type === "string" ? settingKinds.phase.hint : settingKinds.count.hint;
}

/** The kind of the setting that a call changes; undefined if it changes none. */
function kindOfCall(name: SaleCallName): SettingKindName | undefined {
  return name === "adjustPhases" ? undefined : saleSettings[settingOfCall(name)].kind;
}

function faultOf(name: SaleCallName): string {
  const wanted = argumentsOf(name).map(({ name, hint }) => `${name}: ${hint}`);
  return `Invalid arguments for ${name}. Enter ${wanted.join("; ")}.`;
}

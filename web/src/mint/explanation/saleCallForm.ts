import { type AbiFunction, getAbiItem } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { CallSyntaxError } from "#protocol/collectionCalls";
import { parseSaleCall, type SaleCall, type SaleCallName } from "#protocol/sale/saleCalls";
import { saleSettings, settingOfCall } from "#protocol/sale/saleSettings";
import { type SettingKindName, settingKinds } from "#protocol/sale/settingKinds";

/** One argument of a call, as a person fills it in. */
export interface Argument {
  name: string;
  type: string;
  /** Whether it is written in the chain's currency, and not in wei. */
  isPrice: boolean;
  /** What to write. */
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

/** Reads a call out of the texts that were filled in, one for each argument. */
export function readSaleCall(
  name: SaleCallName,
  texts: readonly string[],
): { call: SaleCall } | { fault: string } {
  const values = argumentsOf(name).map(({ type, isPrice }, index) => {
    const text = texts[index] ?? "";
    if (isPrice) return `${text.trim()} ether`;
    return type === "string" ? JSON.stringify(text) : text.trim();
  });
  try {
    return { call: parseSaleCall(`${name}(${values.join(", ")})`) };
  } catch (error) {
    if (error instanceof CallSyntaxError) return { fault: faultOf(name) };
    throw error;
  }
}

function hintFor(name: SaleCallName, type: string): string {
  const kind = kindOfCall(name);
  if (kind !== undefined) return settingKinds[kind].hint;
  return type === "string" ? settingKinds.phase.hint : settingKinds.count.hint;
}

/** The kind of the setting that a call changes; undefined for calls of another kind. */
function kindOfCall(name: SaleCallName): SettingKindName | undefined {
  return name === "adjustPhases" ? undefined : saleSettings[settingOfCall(name)].kind;
}

function faultOf(name: SaleCallName): string {
  const wanted = argumentsOf(name).map(({ name, hint }) => `${name}: ${hint}`);
  return `These are not the arguments of ${name}. Write ${wanted.join("; ")}.`;
}

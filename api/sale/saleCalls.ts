import {
  type AcceptedCalls,
  type CollectionCall,
  type CollectionCallName,
  parseCall,
} from "#sale/collectionCalls";
import { settingCallNames } from "./saleSettings.ts";

/** Names of the owner's calls that affect minting. */
const saleCallNames = [
  ...settingCallNames,
  "adjustPhases",
] as const satisfies readonly CollectionCallName[];

export type SaleCallName = (typeof saleCallNames)[number];

/** A call that affects minting, with its arguments. */
export type SaleCall = CollectionCall<SaleCallName>;

const acceptedCalls: AcceptedCalls<SaleCallName> = {
  names: saleCallNames,
  title: "the owner's calls to the sale",
};

/**
 * Parses a call: `toggleMint()`, `changePhase("Ember")`, `adjustPhases("Ember", 1, 101)`, `adjustPrice(0.05 ether)`.
 *
 * @throws {CallSyntaxError}
 */
export function parseSaleCall(text: string): SaleCall {
  return parseCall(text, acceptedCalls);
}

export function isSaleCall(call: CollectionCall): call is SaleCall {
  return saleCallNames.some((name) => name === call.functionName);
}

/** Returns the phase name in the call's arguments, as a list; an empty list if the call has no phase. */
export function phaseNamesIn(call: CollectionCall): string[] {
  const isAboutPhase =
    call.functionName === "adjustPhases" ||
    call.functionName === "changePhase" ||
    call.functionName === "gift";
  return isAboutPhase ? [call.args[0]] : [];
}

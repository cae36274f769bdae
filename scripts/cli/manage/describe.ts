import type { Address } from "viem";
import type { CollectionCall } from "#protocol/collectionCalls";
import { formatEtherAmount } from "#protocol/ether";
import { prepareCall } from "#protocol/sale/callBatch";
import { countIds, describeIds } from "#protocol/sale/phaseRange";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import { kindOf, type SettingName, saleSettings, settingNames } from "#protocol/sale/saleSettings";
import { settingsOf } from "#protocol/sale/settingCalls";
import type { CallEffect } from "#protocol/sale/simulateCalls";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import { type CollectionState, isZeroAddress } from "./collectionState.ts";
import type { Sender, Step } from "./simulateOrders.ts";

/** A step with its warnings. */
export interface RemarkedStep extends Step {
  remarks: string[];
}

/** Describes the collection's state, one line per value. */
export function describeCollectionState(state: CollectionState): string {
  const { chainId, blockNumber, contract, sale, withdrawer, balance, baseURI } = state;
  const { totalSupply, maxSupply } = sale;
  const rows = [
    ["Chain", `${chainId}, block ${blockNumber}`],
    ["Contract", contract],
    ["Owner", isZeroAddress(sale.owner) ? "nobody (renounced)" : sale.owner],
    ["Withdrawer", isZeroAddress(withdrawer) ? "nobody" : withdrawer],
    ["Holds", formatEtherAmount(balance)],
    ...settingNames.map((name) => [saleSettings[name].label, settingInWords(name, sale)] as const),
    ["Minted", `${totalSupply} of ${maxSupply}`],
    ["Base URI", baseURI ?? "unknown until a drifter is minted"],
  ] as const;
  return formatTable(rows);
}

function settingInWords<Name extends SettingName>(name: Name, sale: SaleFacts): string {
  const value = kindOf(name).format(settingsOf(sale)[name], "ether");
  if (name !== "phase") return value;
  const total = countIds(sale.phase);
  const left = total - sale.phase.currentCount;
  return `${value}: ${describeIds(sale.phase)}, ${left} of ${total} left`;
}

/** Describes each order with its effect and warnings and, on request, its transaction. */
export function describeSteps(
  { contract }: CollectionState,
  steps: readonly RemarkedStep[],
  withData: boolean,
): string {
  return steps
    .map((step, index) => {
      const title = `${index + 1}. ${step.order.text}`;
      const { subject, before } = step.effect;
      if (!step.isNeeded) return `${title}\n   ${subject}: ${before} already. Nothing to send.`;
      const isTaken = step.effect.revert === undefined;
      const data = withData && isTaken ? describeData(contract, step) : [];
      return [title, ...describeEffect(step), ...data].join("\n   ");
    })
    .join("\n\n");
}

/** Describes what a call changes, with its warnings, or why the contract refuses it. */
export function describeEffect({
  effect,
  remarks = [],
}: {
  effect: CallEffect<CollectionCall>;
  remarks?: readonly string[];
}): string[] {
  const { subject, before, after, revert } = effect;
  if (revert === undefined) {
    return [`${subject}: ${before} → ${after}`, ...remarks.map((remark) => `! ${remark}`)];
  }
  return [`✘ Refused with ${revert.title}. ${revert.cause} ${revert.fix}`];
}

/** Returns the transaction's fields as a wallet's form names them. */
function describeData(contract: Address, { order, sender, effect }: RemarkedStep): string[] {
  const { call, to, value, data } = prepareCall(contract, effect.call);
  return [
    ...(call === order.text ? [] : [`call   ${call}`]),
    `from   ${describeSender(sender)}`,
    `to     ${to}`,
    `value  ${value}`,
    `data   ${data}`,
  ];
}

/** `0x… (owner)`. */
export function describeSender({ role, address }: Sender): string {
  return address === undefined ? `nobody: there is no ${role}` : `${address} (${role})`;
}

/** The steps as JSON, for programs. */
export function stepsAsJson(
  { contract }: CollectionState,
  steps: readonly RemarkedStep[],
): object[] {
  return steps.map(({ order, sender, effect, isNeeded, remarks }) => {
    const { call, to, value, data } = prepareCall(contract, effect.call);
    const { subject, before, after, revert } = effect;
    const transaction = { call, from: sender.address, role: sender.role, to, value, data };
    return { order: order.text, isNeeded, subject, before, after, revert, remarks, ...transaction };
  });
}

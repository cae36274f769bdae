import type { Address } from "viem";
import { formatEtherAmount } from "#protocol/ether";
import { prepareCall } from "#protocol/sale/callBatch";
import type { PhaseFinding } from "#protocol/sale/phaseFindings";
import { countIds, describeIds, phaseTitle } from "#protocol/sale/phaseRange";
import type { PhaseSegment } from "#protocol/sale/phaseSegments";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import type { CallEffect } from "#protocol/sale/simulateCalls";

const kinds = {
  minted: "minted",
  open: "not minted yet",
  gap: "no phase",
  overlap: "TWO PHASES",
  lost: "MINTED AND LEFT OUT",
} as const satisfies Record<PhaseSegment["kind"], string>;

/** Describes the sale in one line. */
export function describeSale(sale: SaleFacts, blockNumber: bigint): string {
  const { phase, isMinting, price, maxBatch, totalSupply, maxSupply } = sale;
  const left = `${countIds(phase) - phase.currentCount} of ${countIds(phase)} left`;
  return `Block ${blockNumber}: minting is ${isMinting ? "on" : "off"}; ${phaseTitle(phase.name)} is the phase to sell, ${left}, ${formatEtherAmount(price)} each, up to ${maxBatch} in a mint; ${totalSupply} of ${maxSupply} are minted.`;
}

/** Describes the ranges in ascending order, one per line. */
export function describeSegments(segments: readonly PhaseSegment[]): string {
  if (segments.length === 0) return "No phase has any IDs.";
  const rows = segments.map((segment) => [
    describeIds(segment),
    String(countIds(segment)),
    kinds[segment.kind],
    segment.names.map(phaseTitle).join(" and "),
  ]);
  const widthOf = (column: number) => Math.max(...rows.map((row) => (row[column] ?? "").length));
  const [ids, count, kind] = [widthOf(0), widthOf(1), widthOf(2)];
  return rows
    .map(([first = "", second = "", third = "", last = ""]) =>
      `  ${first.padStart(ids)}  ${second.padStart(count)}  ${third.padEnd(kind)}  ${last}`.trimEnd(),
    )
    .join("\n");
}

export function describeFindings(findings: readonly PhaseFinding[]): string {
  return findings.map(({ isRefused, text }) => `${isRefused ? "✘" : "·"} ${text}`).join("\n");
}

/** Describes each call with its effect and its transaction's fields. */
export function describeEffects(collection: Address, effects: readonly CallEffect[]): string {
  return effects
    .map((effect, index) => {
      const { call, to, data } = prepareCall(collection, effect.call);
      return `${index + 1}. ${call}\n   ${outcome(effect)}\n   to   ${to}\n   data ${data}`;
    })
    .join("\n");
}

function outcome({ subject, before, after, revert }: CallEffect): string {
  if (!revert) return `${subject}: ${before} → ${after}`;
  return `✘ The contract rejects it with ${revert.title}. ${revert.cause} ${revert.fix}`;
}

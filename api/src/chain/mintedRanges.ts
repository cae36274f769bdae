import { createHash } from "node:crypto";
import type { DrifterId } from "#protocol/values/drifterId";
import type { MintedPhase } from "./phases.ts";

/** Which tokens are minted at a block. */
export interface MintedRanges {
  blockNumber: bigint;
  /** Minted ID ranges [start, end) by phase, sorted by start. Omits IDs above 2^53 − 1. */
  ranges: readonly { phase: string; start: number; end: number }[];
  /** Number of minted tokens. */
  total: number;
  /** Returns whether a token is minted; exact for every ID. */
  has(drifterId: DrifterId): boolean;
  /** Key that is equal for equal ranges. */
  key: string;
  /** The same ranges, including IDs above 2^53 − 1. */
  phases: readonly MintedPhase[];
}

/** @param minted disjoint ranges in any order; empty ranges are ignored. */
export function createRanges(blockNumber: bigint, minted: readonly MintedPhase[]): MintedRanges {
  const phases = minted
    .filter(({ start, end }) => start < end)
    .sort((a, b) => (a.start < b.start ? -1 : 1));
  const text = JSON.stringify(phases.map(({ phase, start, end }) => [phase, `${start}`, `${end}`]));
  return {
    blockNumber,
    ranges: phases
      .filter(({ end }) => end <= BigInt(Number.MAX_SAFE_INTEGER))
      .map(({ phase, start, end }) => ({ phase, start: Number(start), end: Number(end) })),
    total: Number(phases.reduce((sum, { start, end }) => sum + end - start, 0n)),
    has(drifterId) {
      const id = BigInt(drifterId);
      return phases.some(({ start, end }) => start <= id && id < end);
    },
    key: createHash("sha256").update(text).digest("base64url").slice(0, 22),
    phases,
  };
}

/** Creates ranges in which every ID counts as minted. */
export const unlimitedRanges: MintedRanges = {
  blockNumber: 0n,
  ranges: [{ phase: "", start: 0, end: Number.POSITIVE_INFINITY }],
  total: Number.POSITIVE_INFINITY,
  has: () => true,
  key: "all",
  phases: [],
};

/** Shown while the chain is unknown, because a story is accepted only for a minted token. */
export function isShown(drifterId: DrifterId, ranges: MintedRanges | undefined): boolean {
  return ranges === undefined || ranges.has(drifterId);
}

import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { z } from "zod";
import type { DrifterId } from "#protocol/values/drifterId";
import { nouns } from "#protocol/values/noun";
import { ApiError } from "../base/apiError.ts";
import { inTime } from "../base/inTime.ts";
import type { Records } from "../files/records.ts";
import { asApiError } from "../http/problem.ts";
import type { Settings } from "../settings/settings.ts";
import type { Chain } from "./chain.ts";
import type { MintedPhase } from "./phases.ts";

/** Which tokens are minted at a block. */
export interface MintedRanges {
  blockNumber: bigint;
  /** IDs [start, end) of each phase with minted tokens, by start; without IDs above 2^53 - 1. */
  ranges: readonly { phase: string; start: number; end: number }[];
  /** Number of minted tokens. */
  total: number;
  /** Whether a token is minted; exact for every ID. */
  has(drifterId: DrifterId): boolean;
  /** Equal keys, equal ranges. */
  key: string;
  /** The same ranges with exact IDs. */
  phases: readonly MintedPhase[];
}

/** @param minted ranges that do not overlap, in any order; empty ones are left out. */
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

/** Ranges in which every ID counts as minted. */
const unlimitedRanges: MintedRanges = {
  blockNumber: 0n,
  ranges: [{ phase: "", start: 0, end: Number.POSITIVE_INFINITY }],
  total: Number.POSITIVE_INFINITY,
  has: () => true,
  key: "all",
  phases: [],
};

/** A token was minted when its story was accepted; while the chain is unknown, it is shown. */
export function isShown(drifterId: DrifterId, ranges: MintedRanges | undefined): boolean {
  return ranges === undefined || ranges.has(drifterId);
}

/** Which tokens are minted; only these are shown. */
export interface MintedTokens {
  /** Minted ranges, at most about two lives old while the chain can be read; undefined while unknown. */
  current(): Promise<MintedRanges | undefined>;
  /**
   * Whether a token is minted. A “no” is at most one life old, so that a new mint shows within a block.
   *
   * @throws {ApiError} `chain.unavailable` while unknown.
   */
  isMinted(drifterId: DrifterId): Promise<boolean>;
}

/** Every token with metadata counts as minted. */
const allRevealed: MintedTokens = {
  current: async () => unlimitedRanges,
  isMinted: async () => true,
};

const number = z.codec(z.string().regex(/^\d+$/), z.bigint(), { decode: BigInt, encode: String });
const rangesSchema = z.strictObject({
  blockNumber: number,
  phases: z.array(z.strictObject({ phase: z.string(), start: number, end: number })),
});

/**
 * Opens which tokens are minted, as `REVEAL` says. Ranges are read on demand, shared by all requests; without the
 * chain, they are those that were saved last.
 */
export function openMinted(
  settings: Settings,
  chain: Pick<Chain, "readMinted">,
  records: Records,
  logger: Logger,
  onChange: () => void,
): MintedTokens & { close(): Promise<void> } {
  if (settings.reveal === "all") return { ...allRevealed, close: async () => undefined };
  const { chainId, contract, mintedLifeMilliseconds: lifeMilliseconds } = settings;
  const savedAs = ["minted", chainId, contract.toLowerCase()];
  const now = () => performance.now();
  let cached: MintedRanges | undefined;
  /** Start of the last read, and of the last one that succeeded. */
  let requestedAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  let fault: ApiError | undefined;
  let savedKey: string | undefined;
  let saving: Promise<void> = Promise.resolve();
  let nextRead: NodeJS.Timeout | undefined;
  let isClosed = false;
  const restored = restore();

  return {
    current,
    async isMinted(drifterId) {
      if ((await current())?.has(drifterId)) return true;
      await wait();
      // That read may be older than the mint.
      refresh();
      await wait();
      if (cached !== undefined) return cached.has(drifterId);
      throw new ApiError("chain.unavailable", { detail: mintedUnknown, cause: fault?.cause });
    },
    async close() {
      isClosed = true;
      clearTimeout(nextRead);
      await restored;
      await saving;
    },
  };

  async function current(): Promise<MintedRanges | undefined> {
    await restored;
    refresh();
    // Until then, responses with these ranges are sent from memory.
    clearTimeout(nextRead);
    const due = Math.max(0, requestedAt + lifeMilliseconds - now());
    // Timers may fire a millisecond early.
    if (!isClosed) nextRead = setTimeout(refresh, due + 1).unref();
    const isRecent = now() - readAt < 2 * lifeMilliseconds;
    if (!isRecent) await wait();
    return cached;
  }

  /** Starts a read of the chain, if the last one is old enough. */
  function refresh(): void {
    if (reading !== undefined || now() - requestedAt < lifeMilliseconds) return;
    requestedAt = now();
    reading = read().finally(() => {
      reading = undefined;
    });
  }

  /** Waits for the current read, until it takes too long. */
  async function wait(): Promise<void> {
    const longest = settings.mintedTimeoutMilliseconds[cached === undefined ? "unknown" : "known"];
    const left = requestedAt + longest - now();
    if (reading === undefined || left <= 0) return;
    await inTime(reading, left);
  }

  async function read(): Promise<void> {
    const startedAt = requestedAt;
    try {
      const { blockNumber, phases } = await chain.readMinted();
      const ranges = createRanges(blockNumber, phases);
      if (ranges.key !== cached?.key) onChange();
      cached = ranges;
      readAt = startedAt;
      fault = undefined;
      saveRanges(cached);
    } catch (error) {
      report(asApiError(error));
    }
  }

  /** Logs the first of several failures, if ranges are served nevertheless. */
  function report(error: ApiError): void {
    const isFirst = fault === undefined;
    fault = error;
    if (!isFirst || cached === undefined || isClosed) return;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    logger.warn(
      { reason, block: String(cached.blockNumber) },
      "mints since this block are not shown",
    );
  }

  async function restore(): Promise<void> {
    try {
      const found = await records.read(savedAs, rangesSchema);
      cached = found && createRanges(found.blockNumber, found.phases);
      savedKey = cached?.key;
    } catch (error) {
      logger.warn({ err: error }, "the saved ranges of minted tokens cannot be read");
    }
  }

  /** Saves changed ranges, in order. */
  function saveRanges({ key, blockNumber, phases }: MintedRanges): void {
    if (isClosed || key === savedKey) return;
    savedKey = key;
    saving = saving
      .then(() =>
        records.update(savedAs, rangesSchema, () => ({ blockNumber, phases: [...phases] })),
      )
      .catch((error) => logger.warn({ err: error }, "the ranges of minted tokens cannot be saved"));
  }
}

/** Detail of `chain.unavailable` while it is unknown what is minted. */
export const mintedUnknown = `The service can't reach the network to read which ${nouns} are minted. Wait a moment, then try again.`;

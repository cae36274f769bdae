import type { Logger } from "pino";
import { z } from "zod";
import type { DrifterId } from "#protocol/values/drifterId";
import { nouns } from "#protocol/values/noun";
import { ApiError } from "../base/apiError.ts";
import type { Records } from "../files/records.ts";
import { TaskQueue } from "../files/taskQueue.ts";
import { toApiError } from "../http/problem.ts";
import type { Settings } from "../settings/settings.ts";
import type { Chain } from "./chain.ts";
import { createRanges, type MintedRanges, unlimitedRanges } from "./mintedRanges.ts";
import { Refreshed } from "./refreshed.ts";

/** Tracks which tokens are minted, because only minted tokens are shown. */
export interface MintedTokens {
  /**
   * Returns the minted ranges, at most about two lifetimes old while the chain is readable; undefined while unknown.
   */
  current(): Promise<MintedRanges | undefined>;
  /**
   * Returns whether a token is minted. `false` is at most one lifetime old, so that a new mint appears within a block.
   *
   * @throws {ApiError} `chain.unavailable` while unknown.
   */
  isMinted(drifterId: DrifterId): Promise<boolean>;
  /** Returns whether recent mints are known. */
  isCurrent(): boolean;
}

/** Every token with metadata counts as minted. */
const allRevealed = {
  current: async () => unlimitedRanges,
  isMinted: async () => true,
  isCurrent: () => true,
  close: async () => undefined,
};

const bigintSchema = z.codec(z.string().regex(/^\d+$/), z.bigint(), {
  decode: BigInt,
  encode: String,
});
const rangesSchema = z.strictObject({
  blockNumber: bigintSchema,
  phases: z.array(z.strictObject({ phase: z.string(), start: bigintSchema, end: bigintSchema })),
});

/**
 * Creates the tracker that `REVEAL` selects. Ranges are read on demand and shared by all requests;
 * while the chain is unavailable, the last saved ranges are used.
 */
export async function openMinted(
  settings: Settings,
  chain: Pick<Chain, "readMinted">,
  records: Records,
  logger: Logger,
  onChange: () => void,
): Promise<MintedTokens & { close(): Promise<void> }> {
  if (settings.reveal === "all") return allRevealed;
  const savedAs = ["minted", settings.chainId, settings.contract.toLowerCase()];
  let fault: ApiError | undefined;
  const restored = await restore();
  let savedKey = restored?.key;
  const saves = new TaskQueue();
  let isClosed = false;
  const ranges = new Refreshed<MintedRanges>({
    value: restored,
    async read() {
      const { blockNumber, phases } = await chain.readMinted();
      return createRanges(blockNumber, phases);
    },
    onRead(read, before) {
      if (read.key !== before?.key) onChange();
      fault = undefined;
      save(read);
    },
    onFailure: (error) => report(toApiError(error)),
    lifeMilliseconds: settings.mintedLifeMilliseconds,
    timeoutMilliseconds: settings.mintedTimeoutMilliseconds,
  });

  return {
    current: () => ranges.current(),
    isCurrent: () => ranges.isCurrent,
    async isMinted(drifterId) {
      if ((await ranges.current())?.has(drifterId)) return true;
      const recent = await ranges.recent();
      if (recent !== undefined) return recent.has(drifterId);
      throw new ApiError("chain.unavailable", { detail: mintedUnknown, cause: fault?.cause });
    },
    async close() {
      isClosed = true;
      ranges.close();
      await saves.settled();
    },
  };

  /** Logs the first of consecutive failures while ranges are still served. */
  function report(error: ApiError): void {
    const isFirst = fault === undefined;
    fault = error;
    if (!isFirst || ranges.value === undefined || isClosed) return;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    const block = String(ranges.value.blockNumber);
    logger.warn({ reason, block }, "mints since this block are not shown");
  }

  async function restore(): Promise<MintedRanges | undefined> {
    try {
      const found = await records.read(savedAs, rangesSchema);
      return found && createRanges(found.blockNumber, found.phases);
    } catch (error) {
      logger.warn({ err: error }, "the saved ranges of minted tokens cannot be read");
      return undefined;
    }
  }

  /** Saves changed ranges in order. */
  function save({ key, blockNumber, phases }: MintedRanges): void {
    if (isClosed || key === savedKey) return;
    savedKey = key;
    const value = { blockNumber, phases: [...phases] };
    void saves
      .enqueue("ranges", () => records.update(savedAs, rangesSchema, () => value))
      .catch((error) => logger.warn({ err: error }, "the ranges of minted tokens cannot be saved"));
  }
}

/** `detail` of `chain.unavailable` while the minted ranges are unknown. */
export const mintedUnknown = `The service can't reach the network to read which ${nouns} are minted. Wait a moment, then try again.`;

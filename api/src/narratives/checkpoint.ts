import { createHash } from "node:crypto";
import type { DrifterId } from "#protocol/drifterId";
import type { NarrativeRecord } from "#protocol/narrative";
import {
  type ChainHead,
  type ChainLink,
  type Checkpoint,
  type DrifterChain,
  type Hash,
  headOfLinks,
  linkHash,
  rootOfHeads,
  withoutText,
} from "#protocol/receiptChain";
import { inTime } from "../inTime.ts";
import { ApiError } from "../problem.ts";
import { narrativeHash } from "./receipt.ts";
import type { NarrativeStore, StoreHead } from "./store.ts";

/** A commitment to all receipts of the store, derived from them. */
export interface Checkpoints {
  /** @throws {ApiError} `store.unavailable` also while many receipts are being hashed. */
  checkpoint(): Promise<Checkpoint>;
  /** The heads under the checkpoint's root, by drifter; throws as `checkpoint`. */
  heads(): Promise<readonly ChainHead[]>;
  /** @throws {ApiError} `narrative.not_found` for a drifter without receipts. */
  chain(drifterId: DrifterId): Promise<DrifterChain>;
}

/** How long a request waits until all receipts are hashed. */
const longestWaitMilliseconds = 10_000;
const hashing =
  "The receipts are being hashed for the checkpoint. Wait a moment, then send the request again.";
/** Drifters whose receipts are read at the same time. */
const parallelReads = 16;

/** Creates the checkpoints of a store. Each receipt is read once; the hashes of all heads stay in memory. */
export function createCheckpoints(
  store: Pick<NarrativeStore, "heads" | "revisionsAfter" | "stories">,
  longestWait = longestWaitMilliseconds,
): Checkpoints {
  const known = new Map<DrifterId, ChainHead>();
  let last: { heads: readonly ChainHead[]; checkpoint: Checkpoint } | undefined;
  let updating: Promise<typeof last> | undefined;

  return {
    checkpoint: async () => (await current()).checkpoint,
    heads: async () => (await current()).heads,
    async chain(drifterId) {
      const links: ChainLink[] = [];
      for await (const link of linksAfter(drifterId, 0)) links.push(link);
      if (links.length === 0) throw new ApiError("narrative.not_found");
      const isHidden = (await store.stories()).isHidden(drifterId);
      return { drifterId, isHidden, links };
    },
  };

  async function current() {
    // A request may have come after a save that a running update does not see.
    if (updating !== undefined)
      await inTime(
        updating.catch(() => undefined),
        longestWait,
      );
    updating ??= update().finally(() => {
      updating = undefined;
    });
    const found = await inTime(updating, longestWait);
    if (found === undefined) throw new ApiError("store.unavailable", { detail: hashing });
    return found;
  }

  async function update() {
    const heads = await store.heads();
    const changed = heads.filter(
      ({ drifterId, revision }) => known.get(drifterId)?.revision !== revision,
    );
    if (last !== undefined && changed.length === 0) return last;
    const rest = changed.values();
    // Several readers share one iterator, so that drifters are read concurrently.
    const readers = Array.from({ length: parallelReads }, async () => {
      for (const head of rest) await follow(head);
    });
    await Promise.all(readers);
    const all = [...known.values()].sort(byNumber);
    last = {
      heads: all,
      checkpoint: checkpointOf(
        all,
        heads.map(({ savedAt }) => savedAt),
      ),
    };
    return last;
  }

  /** Hashes the receipts since the known head, up to this one. */
  async function follow({ drifterId, revision }: StoreHead): Promise<void> {
    let head = known.get(drifterId);
    for await (const link of linksAfter(drifterId, head?.revision ?? 0)) {
      if (link.revision > revision) break;
      const hash = linkHash(head?.hash, link, nativeHash);
      head = { drifterId, revision: link.revision, hash };
    }
    if (head !== undefined) known.set(drifterId, head);
  }

  async function* linksAfter(drifterId: DrifterId, after: number): AsyncIterable<ChainLink> {
    let revision = after;
    for await (const receipt of store.revisionsAfter(drifterId, after)) {
      revision += 1;
      yield receipt === undefined
        ? { drifterId, revision, isMissing: true }
        : withoutText(receipt, narrativeHash);
    }
  }
}

/** SHA-256, faster than the protocol's. */
const nativeHash: Hash = (bytes) => createHash("sha256").update(bytes).digest();

/** Sorts heads by their drifters' numbers. */
export function byNumber(a: Pick<ChainHead, "drifterId">, b: Pick<ChainHead, "drifterId">): number {
  return BigInt(a.drifterId) < BigInt(b.drifterId) ? -1 : 1;
}

/**
 * Returns the head of a drifter's receipts, oldest first; undefined for none. A revision that is not among them counts
 * as one whose file was set aside.
 */
export function headOfReceipts(receipts: readonly NarrativeRecord[]): ChainHead | undefined {
  return headOfLinks(linksOf(receipts), nativeHash);
}

function* linksOf(receipts: readonly NarrativeRecord[]): Generator<ChainLink> {
  let revision = 1;
  for (const receipt of receipts) {
    const { drifterId } = receipt;
    for (; revision < receipt.revision; revision += 1)
      yield { drifterId, revision, isMissing: true };
    revision += 1;
    yield withoutText(receipt, narrativeHash);
  }
}

/**
 * Returns the commitment to receipts.
 *
 * @param heads by number.
 * @param times when the receipts of the heads were saved; those of files that were set aside are absent.
 */
export function checkpointOf(
  heads: readonly ChainHead[],
  times: Iterable<string | undefined>,
): Checkpoint {
  let savedAt: string | null = null;
  // Instants of this form sort as texts.
  for (const time of times) if (time && time > (savedAt ?? "")) savedAt = time;
  return {
    format: "fringe-drifters-checkpoint",
    version: 1,
    root: rootOfHeads(heads, nativeHash),
    drifters: heads.length,
    receipts: heads.reduce((sum, { revision }) => sum + revision, 0),
    savedAt,
  };
}

import type { MintConfirmation } from "#protocol/mintAllowance";
import type { Chain } from "../chain.ts";
import type { Settings } from "../env.ts";
import { ApiError } from "../problem.ts";
import type { Sale } from "../sale.ts";
import type { UsedMint } from "../usedMint.ts";
import {
  type AuthorizationStore,
  canSettle,
  countOf,
  countWithout,
  type IssuedSlot,
  type SlotHolder,
} from "./store.ts";
import { blocksOf } from "./unconfirmedMints.ts";

/** A wallet's slots and allowance in a phase. */
export interface WalletStatus {
  /** Slot to sign under: the open one or the next. */
  number: number;
  isNew: boolean;
  /** How many it may still mint under that slot. */
  left: bigint;
  /** Present while it may mint more once its last mints have enough blocks. */
  confirming: MintConfirmation | undefined;
}

export interface WalletStatusDependencies {
  chain: Pick<Chain, "isTransactionUsed" | "readUsedMint">;
  store: AuthorizationStore;
  settings: Pick<Settings, "mintConfirmations">;
}

/** A mint that is not final: its slot counts as the largest quantity signed. */
interface Unsettled {
  slot: IssuedSlot;
  mint: UsedMint;
  /** Its confirmations, its own block included. */
  blocks: number;
}

/**
 * Reads the remaining allowance at the sale's block and settles mints that have become final. The allowance is
 * never exceeded: every slot except the open one counts as its largest quantity until it is settled, even if a
 * reorg has made it unused again.
 */
export async function readWalletStatus(
  holder: SlotHolder,
  allowance: bigint,
  { blockNumber }: Pick<Sale, "blockNumber">,
  dependencies: WalletStatusDependencies,
): Promise<WalletStatus> {
  const { chain, store } = dependencies;
  const slots = [...(await store.issued(holder))];
  const isUsed = await readUses(slots, blockNumber, chain);
  const unsettled: Unsettled[] = [];
  for (const [index, slot] of slots.entries()) {
    if (slot.settled !== undefined || !isUsed[index]) continue;
    const found = await settle(holder, slot, blockNumber, dependencies);
    if ("mint" in found) unsettled.push(found);
    else slots[index] = found;
  }
  const open = slots.find((_, index) => !isUsed[index]);
  const number = open?.number ?? slots.length + 1;
  const left = allowance - countWithout(slots, number);
  const { mintConfirmations } = dependencies.settings;
  return {
    number,
    isNew: open === undefined,
    left,
    confirming: describe(unsettled, left, mintConfirmations),
  };
}

/** Whether a wallet has an ID that was unused at that block, so that it may have been used since. */
export async function hasOpenSlot(
  holder: SlotHolder,
  { blockNumber }: Pick<Sale, "blockNumber">,
  { chain, store }: Pick<WalletStatusDependencies, "chain" | "store">,
): Promise<boolean> {
  const isUsed = await readUses(await store.issued(holder), blockNumber, chain);
  return isUsed.includes(false);
}

/** Whether each slot was settled or used by that block. */
function readUses(
  slots: readonly IssuedSlot[],
  blockNumber: bigint,
  chain: Pick<Chain, "isTransactionUsed">,
): Promise<boolean[]> {
  return Promise.all(
    slots.map(
      ({ settled, transactionID }) =>
        settled !== undefined || chain.isTransactionUsed(transactionID, blockNumber),
    ),
  );
}

/** Settles a used slot if its mint has enough blocks; otherwise returns the mint, if it was found. */
async function settle(
  holder: SlotHolder,
  slot: IssuedSlot,
  blockNumber: bigint,
  { chain, store, settings }: WalletStatusDependencies,
): Promise<IssuedSlot | Unsettled> {
  const { transactionID, since } = slot;
  const { minter, phase } = holder;
  const question = { minter, phase, transactionID, since, blockNumber };
  const mint = await chain.readUsedMint(question).catch(unknownIfUnavailable);
  if (mint === undefined || !canSettle(slot, mint.qty)) return slot;
  const blocks = blocksOf(mint, question);
  if (blocks < settings.mintConfirmations) return { slot, mint, blocks };
  return store.settle(holder, slot.number, mint.qty);
}

/** Returns undefined when the chain is unavailable; the slot then counts as before. */
function unknownIfUnavailable(error: unknown): undefined {
  if (error instanceof ApiError && error.code === "chain.unavailable") return undefined;
  throw error;
}

function describe(
  unsettled: readonly Unsettled[],
  left: bigint,
  of: number,
): MintConfirmation | undefined {
  const gain = unsettled.reduce((sum, { slot, mint }) => sum + countOf(slot) - mint.qty, 0n);
  const leftAfter = left + gain;
  if (gain === 0n || leftAfter <= 0n) return undefined;
  const blocks = Math.min(...unsettled.map(({ blocks }) => blocks));
  return { blocks, of, leftAfter: Number(leftAfter) };
}

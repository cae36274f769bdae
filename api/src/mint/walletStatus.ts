import type { MintConfirmation } from "#protocol/wire/responses";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import type { Sale } from "../chain/sale.ts";
import type { UsedMint } from "../chain/usedMint.ts";
import type { Settings } from "../settings/settings.ts";
import {
  type Authorizations,
  canSettle,
  type IssuedSlot,
  type SlotHolder,
  usedAllowance,
  usedByOtherSlots,
} from "./authorizations.ts";

/** A wallet's slots and allowance in a phase. */
export interface WalletStatus {
  /** Index of the slot to sign under: the open slot or the next. */
  index: number;
  isNew: boolean;
  /** How many more tokens the wallet may mint under that slot. */
  left: bigint;
  /** Present while the wallet may mint more once its last mints are final. */
  confirming: MintConfirmation | undefined;
}

export interface WalletStatusDependencies {
  chain: Pick<Chain, "areUsed" | "readUsedMint">;
  store: Authorizations;
  settings: Pick<Settings, "mintConfirmations">;
}

/** A mint that is not final, so that its slot counts at the maximum quantity. */
interface Unsettled {
  slot: IssuedSlot;
  mint: UsedMint;
  /** Number of confirmations, including the mint's own block. */
  blocks: number;
}

/**
 * Reads the remaining allowance at the sale's block and settles mints that have become final. The
 * allowance is never exceeded: until a slot settles, every slot except the open slot counts at its
 * maximum quantity, even if a reorg has made its ID unused again.
 */
export async function readWalletStatus(
  holder: SlotHolder,
  allowance: bigint,
  { blockNumber }: Pick<Sale, "blockNumber">,
  dependencies: WalletStatusDependencies,
): Promise<WalletStatus> {
  const { chain, store } = dependencies;
  const slots = [...(await store.issued(holder))];
  const ids = slots.map(({ transactionID }) => transactionID);
  const isUsed = await chain.areUsed(ids, blockNumber);
  const unsettled: Unsettled[] = [];
  for (const [index, slot] of slots.entries()) {
    if (slot.settled !== undefined || !isUsed[index]) continue;
    const found = await settle(holder, index, slot, { blockNumber, ...dependencies });
    if ("mint" in found) unsettled.push(found);
    else slots[index] = found;
  }
  const open = slots.findIndex(({ settled }, index) => settled === undefined && !isUsed[index]);
  const isNew = open === -1;
  const index = isNew ? slots.length : open;
  const left = allowance - usedByOtherSlots(slots, index);
  const { mintConfirmations } = dependencies.settings;
  return { index, isNew, left, confirming: describe(unsettled, left, mintConfirmations) };
}

/** Settles a used slot if its mint has enough confirmations; otherwise returns the mint, if found. */
async function settle(
  holder: SlotHolder,
  index: number,
  slot: IssuedSlot,
  { chain, store, settings, blockNumber }: WalletStatusDependencies & Pick<Sale, "blockNumber">,
): Promise<IssuedSlot | Unsettled> {
  const { transactionID, since } = slot;
  const { minter, phase } = holder;
  const query = { minter, phase, transactionID, since, blockNumber };
  const mint = await chain.readUsedMint(query).catch(unknownIfUnavailable);
  if (mint === undefined || !canSettle(slot, mint.qty)) return slot;
  const blocks = Number(blockNumber - mint.blockNumber) + 1;
  if (blocks < settings.mintConfirmations) return { slot, mint, blocks };
  return store.settle(holder, index, mint.qty);
}

/** Returns undefined while the chain is unavailable; the slot then counts as before. */
function unknownIfUnavailable(error: unknown): undefined {
  if (error instanceof ApiError && error.code === "chain.unavailable") return undefined;
  throw error;
}

function describe(
  unsettled: readonly Unsettled[],
  left: bigint,
  of: number,
): MintConfirmation | undefined {
  const gain = unsettled.reduce((sum, { slot, mint }) => sum + usedAllowance(slot) - mint.qty, 0n);
  const leftAfter = left + gain;
  if (gain === 0n || leftAfter <= 0n) return undefined;
  const blocks = Math.min(...unsettled.map(({ blocks }) => blocks));
  return { blocks, of, leftAfter: Number(leftAfter) };
}

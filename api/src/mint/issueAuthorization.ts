import { type Address, isAddressEqual, zeroAddress } from "viem";
import { z } from "zod";
import { parseAddress } from "#protocol/address";
import {
  type SignedMintAuthorization,
  signMintAuthorization,
} from "#protocol/sale/signedAuthorization";
import { isUint256 } from "#protocol/uint256";
import type { Chain, Sale } from "../chain.ts";
import type { MintSettings, Settings } from "../env.ts";
import { ApiError } from "../problem.ts";
import { parseJsonBody } from "../readJsonBody.ts";
import { allowanceOf } from "./policy.ts";
import type { OnSignerKnown } from "./signerReport.ts";
import type { AuthorizationStore, IssuedSlot, SlotHolder } from "./store.ts";
import { recordUnavailable } from "./storeFault.ts";

/** What came over the wire, before any of it is believed. */
interface Application {
  bodyBytes: Buffer;
  /** Counts the application against its sender; throws `rate.limited`. */
  admit: () => Promise<void>;
}

export interface IssueDependencies {
  chain: Pick<Chain, "readSale" | "isTransactionUsed">;
  store: AuthorizationStore;
  mint: MintSettings;
  settings: Pick<Settings, "chainId" | "contractAddress">;
  onSignerKnown: OnSignerKnown;
}

export const mintRequestSchema = z.strictObject({
  minter: z.string(),
  qty: z.union([z.string(), z.number()]),
});

/**
 * Signs a mint authorisation as far as the policy allows. A wallet has one slot at a time: as long as its id
 * is not used, the same request gets the same answer, and one for fewer is signed under the same id, of
 * which the contract takes one only. All that a wallet is ever given in a phase, used or not, stays within
 * its allowance there; a slot counts as the most that was signed for it.
 */
export async function issueAuthorization(
  { bodyBytes, admit }: Application,
  dependencies: IssueDependencies,
): Promise<SignedMintAuthorization> {
  const { chain, store, mint, settings, onSignerKnown } = dependencies;
  const { minter, qty } = readRequest(bodyBytes);
  await admit();
  const sale = await chain.readSale();
  assertSignerFits(sale, mint, onSignerKnown);
  const { chainId, contractAddress: contract } = settings;
  const holder = { chainId, contract, phase: sale.phase, minter };
  const allowance = allowanceIn(mint, holder);
  const slots = await store.issued(holder);
  const pending = await findPending(slots, sale, chain);
  const slot = pending ?? nextSlot(holder, qty, slots);
  if (pending === undefined) {
    assertQuantity(qty, { allowance, slots, sale });
    await assertUnknown(slot, sale, chain);
  }
  // Another process may have been faster: what stands in the record is signed, nothing else.
  const taken = pending ?? (await store.take(holder, slot));
  if (qty <= taken.qty) return sign(holder, { ...taken, qty }, mint);
  const most = await sign(holder, taken, mint);
  throw new ApiError("mint.pending", { detail: describePending(most), pending: most });
}

function readRequest(bodyBytes: Buffer): { minter: Address; qty: bigint } {
  const { minter, qty } = parseJsonBody(bodyBytes, mintRequestSchema);
  const wallet = parseAddress(minter);
  if (wallet === undefined || wallet === zeroAddress) throw new ApiError("mint.invalid_minter");
  const quantity = String(qty);
  if (!isUint256(quantity) || quantity === "0") throw new ApiError("mint.invalid_quantity");
  return { minter: wallet, qty: BigInt(quantity) };
}

function assertSignerFits(
  sale: Sale,
  { signer }: MintSettings,
  onSignerKnown: OnSignerKnown,
): void {
  const doesFit = isAddressEqual(sale.signer, signer.address);
  onSignerKnown(doesFit, sale);
  if (!doesFit) throw new ApiError("mint.signer_mismatch");
}

function allowanceIn({ policy }: MintSettings, { phase, minter }: SlotHolder): bigint {
  const allowance = allowanceOf(policy, phase, minter);
  if (allowance === undefined) throw new ApiError("mint.phase_closed");
  if (allowance === 0) throw new ApiError("mint.not_listed");
  return BigInt(allowance);
}

/** A slot is given only when the one before is used, so the last one alone can be unused. */
async function findPending(
  slots: readonly IssuedSlot[],
  { blockNumber }: Sale,
  chain: IssueDependencies["chain"],
): Promise<IssuedSlot | undefined> {
  const last = slots.at(-1);
  if (last === undefined) return undefined;
  return (await chain.isTransactionUsed(last.transactionID, blockNumber)) ? undefined : last;
}

function nextSlot(holder: SlotHolder, qty: bigint, slots: readonly IssuedSlot[]): IssuedSlot {
  const number = slots.length + 1;
  // No two slots share one: of a text that ends so, the end tells wallet and number.
  return { number, qty, transactionID: `${holder.phase}/${holder.minter}/${number}` };
}

function assertQuantity(
  qty: bigint,
  { allowance, slots, sale }: { allowance: bigint; slots: readonly IssuedSlot[]; sale: Sale },
): void {
  const given = slots.reduce((sum, slot) => sum + slot.qty, 0n);
  const left = allowance - given;
  if (left <= 0n) throw new ApiError("mint.allowance_used");
  if (qty > left) {
    const detail = `This wallet may mint ${left} more in this phase, not ${qty}. Ask for fewer.`;
    throw new ApiError("mint.quantity_too_large", { detail });
  }
  if (qty > sale.maxBatch) {
    const detail = `One mint may be of ${sale.maxBatch} at most, not of ${qty}. Ask for fewer.`;
    throw new ApiError("mint.quantity_too_large", { detail });
  }
}

/** That the chain knows a slot's id which the record does not, says that the record has lost something. */
async function assertUnknown(
  { transactionID }: IssuedSlot,
  { blockNumber }: Sale,
  chain: IssueDependencies["chain"],
): Promise<void> {
  if (!(await chain.isTransactionUsed(transactionID, blockNumber))) return;
  throw recordUnavailable(
    new Error(`"${transactionID}" has been used on the chain, and is not in the record.`),
  );
}

function sign(
  { chainId, contract, phase, minter }: SlotHolder,
  { transactionID, qty }: IssuedSlot,
  { signer }: MintSettings,
): Promise<SignedMintAuthorization> {
  const terms = { minter, phase, transactionID, qty };
  return signMintAuthorization(signer, { chainId, address: contract }, terms);
}

function describePending({ qty }: SignedMintAuthorization): string {
  return `This wallet has an authorisation for ${qty} that it has not used yet: it is in \`pending\`. Use it, or ask for at most ${qty}.`;
}

import type { Logger } from "pino";
import { type Address, isAddressEqual, zeroAddress } from "viem";
import { parseAddress } from "#protocol/values/address";
import { canonicalInteger } from "#protocol/values/bigints";
import { formatMoment } from "#protocol/values/moment";
import { signMintAuthorization } from "#protocol/wire/mintAuthorization";
import type { MintAllowance, SignedMintAuthorization } from "#protocol/wire/responses";
import { mintRequestSchema } from "#protocol/wire/responses";
import { describeConfirmation } from "#sale/describeConfirmation";
import { maxMintQuantity } from "#sale/mintRules";
import { findTime } from "#sale/phaseTimes";
import { ApiError } from "../base/apiError.ts";
import type { Chain } from "../chain/chain.ts";
import type { Sale } from "../chain/sale.ts";
import { parseJsonBody } from "../http/readBody.ts";
import type { Minters, SalePhase } from "../settings/saleFile.ts";
import type { MintSettings, Settings } from "../settings/settings.ts";
import { type IssuedSlot, recordUnavailable, type SlotHolder } from "./authorizations.ts";
import type { NumberGuard } from "./numberGuard.ts";
import {
  readWalletStatus,
  type WalletStatus,
  type WalletStatusDependencies,
} from "./walletStatus.ts";

/** An unverified request. */
interface Application {
  bodyBytes: Buffer;
  /** Counts the request against the client's address; throws `rate.limited`. */
  countAttempt: () => void;
}

export interface IssueDependencies extends WalletStatusDependencies {
  chain: Pick<Chain, "readSale" | "areUsed" | "readUsedMint">;
  numbers: NumberGuard;
  mint: MintSettings;
  settings: Pick<Settings, "chainId" | "contract" | "mintConfirmations">;
  onSignerKnown: OnSignerKnown;
}

/** Maximum number of attempts if the record changes concurrently. */
const maxAttempts = 5;

/**
 * Signs a mint authorization within the sale's plan. A wallet has one open transaction ID per phase, and every
 * request for that wallet is signed under it. The contract accepts each ID once, so requests by strangers
 * do not reduce the wallet's allowance.
 */
export async function issueAuthorization(
  { bodyBytes, countAttempt }: Application,
  dependencies: IssueDependencies,
): Promise<SignedMintAuthorization> {
  const { numbers, mint, onSignerKnown } = dependencies;
  const { minter, qty } = readRequest(bodyBytes);
  countAttempt();
  const { sale, holder } = await readSaleFor(minter, dependencies);
  assertSignerMatches(sale, mint, onSignerKnown);
  const allowance = requireAllowance(mint, sale, minter);
  await numbers.assertCurrent(sale);
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const slot = await raiseSlot({ holder, qty, allowance, sale }, dependencies);
    if (slot !== undefined) return sign(holder, { ...slot, qty }, mint);
  }
  throw recordUnavailable(new Error("This wallet's record keeps changing."));
}

interface SigningTarget {
  holder: SlotHolder;
  qty: bigint;
  allowance: bigint;
  sale: Sale;
}

/** Returns the slot to sign under, with at least this quantity; undefined if the record changed concurrently. */
async function raiseSlot(
  { holder, qty, allowance, sale }: SigningTarget,
  dependencies: IssueDependencies,
): Promise<IssuedSlot | undefined> {
  const { store, numbers, mint } = dependencies;
  const status = await readWalletStatus(holder, allowance, sale, dependencies);
  assertQuantity(qty, status, sale);
  const { index, isNew } = status;
  if (isNew) await numbers.assertAheadUnused(sale);
  const { address: signer } = mint.signer;
  const since = sale.blockNumber;
  const slot = await store.sign(holder, { index, qty, allowance, since, signer });
  if (isNew && slot !== undefined) await numbers.assertUnused(slot.transactionID, sale);
  return slot;
}

/** Returns how many more tokens the wallet may mint in the active phase; 0 if the wallet is not listed. */
export async function readAllowance(
  minter: Address,
  dependencies: Pick<IssueDependencies, "chain" | "store" | "mint" | "settings">,
): Promise<MintAllowance> {
  const { mint } = dependencies;
  const { sale, holder } = await readSaleFor(minter, dependencies);
  const planned = mint.plan.get(sale.phase.name);
  const allowance = BigInt(planned === undefined ? 0 : findAllowance(planned.minters, minter));
  const { left, confirming } = await readWalletStatus(holder, allowance, sale, dependencies);
  return {
    phase: sale.phase.name,
    allowance: Number(allowance),
    left: Math.max(0, Number(left)),
    planned: Object.fromEntries(
      [...mint.plan.values()].map(({ name, minters }) => [name, findAllowance(minters, minter)]),
    ),
    ...(confirming && { confirming }),
  };
}

/** Reads the sale, and returns it with the slot holder for the active phase. */
async function readSaleFor(
  minter: Address,
  { chain, settings }: Pick<IssueDependencies, "chain" | "settings">,
): Promise<{ sale: Sale; holder: SlotHolder }> {
  const { chainId, contract } = settings;
  const sale = await chain.readSale();
  return { sale, holder: { chainId, contract, phase: sale.phase.name, minter } };
}

function readRequest(bodyBytes: Buffer): { minter: Address; qty: bigint } {
  const { minter, qty } = parseJsonBody(bodyBytes, mintRequestSchema);
  const wallet = readMinter(minter);
  const quantity = String(qty);
  if (!canonicalInteger.test(quantity) || quantity === "0")
    throw new ApiError("mint.invalid_quantity");
  return { minter: wallet, qty: BigInt(quantity) };
}

/** @throws `mint.invalid_minter` */
export function readMinter(minter: string): Address {
  const wallet = parseAddress(minter);
  if (wallet !== undefined && wallet !== zeroAddress) return wallet;
  throw new ApiError("mint.invalid_minter");
}

function assertSignerMatches(
  sale: Sale,
  { signer }: MintSettings,
  onSignerKnown: OnSignerKnown,
): void {
  const isMatching = isAddressEqual(sale.signer, signer.address);
  onSignerKnown(isMatching, sale);
  if (!isMatching) throw new ApiError("mint.signer_mismatch");
}

/** Called after each sale read, with whether the configured key is the collection's signer. */
export type OnSignerKnown = (isMatching: boolean, sale: Pick<Sale, "signer">) => void;

/** Logs once when the configured key stops being the collection's signer, and once when it matches again. */
export function createSignerReport(logger: Logger, mint: MintSettings | undefined): OnSignerKnown {
  const ours = mint?.signer.address;
  let didFit = true;
  return (isMatching, { signer }) => {
    if (isMatching !== didFit) {
      if (isMatching) logger.info("MINT_SIGNER_KEY is the collection's signer again");
      else logger.error({ ours, signer }, "MINT_SIGNER_KEY is not the collection's signer");
    }
    didFit = isMatching;
  };
}

/** Returns the wallet's allowance in a phase; 0 if it is not listed. */
export function findAllowance(minters: Minters, wallet: Address): number {
  switch (minters.kind) {
    case "everybody":
      return minters.perWallet;
    case "list":
      // Safety: an address in lowercase is an address.
      return minters.allowances.get(wallet.toLowerCase() as Address) ?? 0;
    default:
      return minters satisfies never;
  }
}

/** Returns the wallet's allowance, unless the phase is not in the plan, not open, or not for this wallet. */
function requireAllowance({ plan }: MintSettings, sale: Sale, minter: Address): bigint {
  const phase = plan.get(sale.phase.name);
  if (phase === undefined) throw new ApiError("mint.phase_closed");
  assertOpen(phase, sale);
  const allowance = findAllowance(phase.minters, minter);
  if (allowance === 0) throw new ApiError("mint.not_listed");
  return BigInt(allowance);
}

/** Compares a phase's times with the latest block's timestamp. */
function assertOpen(
  { name, opensAt, closesAt }: Pick<SalePhase, "name" | "opensAt" | "closesAt">,
  { timestamp }: Pick<Sale, "timestamp">,
): void {
  const time = findTime({ opensAt, closesAt }, timestamp);
  if (time === "early" && opensAt !== undefined) {
    const detail = `“${name}” opens at ${formatMoment(opensAt)}; the latest block's time is ${formatMoment(timestamp)}.`;
    throw new ApiError("mint.not_open_yet", { detail });
  }
  if (time === "late" && closesAt !== undefined) {
    throw new ApiError("mint.closed", { detail: `“${name}” closed at ${formatMoment(closesAt)}.` });
  }
}

function assertQuantity(qty: bigint, { left, confirming }: WalletStatus, sale: Sale): void {
  if (confirming !== undefined && qty > left && (left <= 0n || qty <= confirming.leftAfter)) {
    throw new ApiError("mint.confirming", { detail: describeConfirmation(confirming) });
  }
  if (left <= 0n) throw new ApiError("mint.allowance_used");
  if (qty > left) {
    const detail = `This wallet may mint ${left} more in this phase, not ${qty}. Request fewer.`;
    throw new ApiError("mint.quantity_too_large", { detail });
  }
  const limit = maxMintQuantity(sale);
  if (qty > limit) {
    const detail =
      limit > 0n
        ? `The maximum per mint is ${limit} now, not ${qty}. Request fewer.`
        : "Nobody can mint now: the phase or the collection is sold out, or the maximum per mint is 0.";
    throw new ApiError("mint.quantity_too_large", { detail });
  }
}

function sign(
  { chainId, contract, phase, minter }: SlotHolder,
  { transactionID, qty }: Pick<IssuedSlot, "transactionID"> & { qty: bigint },
  { signer }: MintSettings,
): Promise<SignedMintAuthorization> {
  const terms = { minter, phase, transactionID, qty };
  return signMintAuthorization(signer, { chainId, contract }, terms);
}

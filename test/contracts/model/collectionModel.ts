import { isDeepStrictEqual } from "node:util";
import type { Address } from "viem";
import type { SaleSettings, SettingName } from "#sale/saleSettings";
import { initialSettings } from "../../support/saleFacts.ts";

/** The zero address, which means "no account". */
export const nobody = "0x0000000000000000000000000000000000000000";

const maxSupply = 10_000;
const hardBatchLimit = 100n;

/** How an address receives tokens and Ether; accounts without code accept everything. */
export interface Receiver {
  token: "accepts" | "misunderstands" | "revertsSilently" | "revertsWithReason";
  rejectsCoin: boolean;
}

/** A broken rule, with the name of the contract's error. */
export class ModelRevert extends Error {}

/** Terms of a mint. */
export interface ModelTerms {
  minter: string;
  transactionID: string;
  qty: bigint;
}

/** Terms of a signature, and the signer. */
export interface ModelAuthorization extends ModelTerms {
  signer: string;
  phase: string;
}

/**
 * The collection's rules without storage layout, gas or packed values. Each collection call has a
 * method with the same name, or uses `change` if it sets a setting. Each method checks every rule
 * before it changes any state.
 */
export class CollectionModel {
  owner: string;
  withdrawAddress: string;
  readonly settings: SaleSettings;
  baseURI: string;
  coin = 0n;
  /** Named ranges of ids, minted in ascending order. */
  readonly phases = new Map<string, { start: number; end: number; count: number }>();
  readonly owners = new Map<number, string>();
  readonly approvals = new Map<number, string>();
  readonly operators = new Set<string>();
  readonly used = new Set<string>();
  readonly receivers = new Map<string, Receiver>();
  /** Transfers emitted by the last action: `7: FROM → TO`. */
  transfers: string[] = [];

  constructor(owner: string, signer: Address, baseURI: string) {
    this.owner = owner;
    this.withdrawAddress = owner;
    this.settings = initialSettings(signer);
    this.baseURI = baseURI;
  }

  // Sale

  /** Mints `terms`, the minter's request, with the terms of the signature. */
  mint(terms: ModelTerms, authorization: ModelAuthorization, paid: bigint): void {
    const { minter, transactionID, qty } = terms;
    const { signer, phase } = this.settings;
    if (!this.settings.isMinting) throw new ModelRevert("NotMinting");
    if (qty === 0n) throw new ModelRevert("MintZeroQuantity");
    if (qty > this.settings.maxBatch) throw new ModelRevert("PastBoundsOfBatchLimit");
    const isAuthorized = isDeepStrictEqual(authorization, { ...terms, signer, phase });
    if (!isAuthorized || this.used.has(transactionID)) {
      throw new ModelRevert("AuthenticationFailed");
    }
    const surplus = paid - qty * this.settings.price;
    if (surplus < 0n) throw new ModelRevert("NotEnoughEth");
    const receivers = Array<string>(Number(qty > hardBatchLimit ? 101n : qty)).fill(minter);
    this.#requireFree(phase, receivers);
    if (surplus > 0n && this.receivers.get(minter)?.rejectsCoin)
      throw new ModelRevert("RefundFailed");
    this.#create(phase, receivers);
    this.used.add(transactionID);
    this.coin += paid - surplus;
  }

  gift(caller: string, phase: string, receivers: string[]): void {
    this.#requireOwner(caller);
    this.#requireFree(phase, receivers);
    this.#create(phase, receivers);
  }

  /** Requires an unminted id in the phase for each of `receivers`, and that all accept tokens. */
  #requireFree(phaseName: string, receivers: string[]): void {
    if (receivers.length === 0) throw new ModelRevert("MintZeroQuantity");
    if (receivers.length > hardBatchLimit) throw new ModelRevert("ExceedsAllowedBatch");
    const { start, end, count } = this.phase(phaseName);
    if (start + count + receivers.length > end) throw new ModelRevert("PastSupply");
    if (this.owners.size + receivers.length > maxSupply)
      throw new ModelRevert("ExceedsCurrentSupply");
    if (receivers.includes(nobody)) throw new ModelRevert("MintToZeroAddress");
    for (const to of receivers) this.#requestReceiver(to);
  }

  /** Assigns the next ids of a phase to `receivers`, in order. */
  #create(phaseName: string, receivers: string[]): void {
    const phase = this.phase(phaseName);
    const first = phase.start + phase.count;
    for (const [index, to] of receivers.entries()) this.#give(nobody, to, first + index);
    phase.count += receivers.length;
  }

  // Administration

  adjustPhases(caller: string, name: string, start: number, end: number): void {
    this.#requireOwner(caller);
    if (end < start) throw new ModelRevert("PhaseBoundsReversed");
    if (end - start > maxSupply) throw new ModelRevert("ExceedsCurrentSupply");
    for (const [otherName, other] of this.phases) {
      const shared = Math.min(end, other.end) - Math.max(start, other.start);
      if (otherName !== name && shared > 0) throw new ModelRevert("PhaseOverlaps");
    }
    const { start: oldStart, count } = this.phase(name);
    if (count > 0 && start !== oldStart) throw new ModelRevert("PhaseStartMoved");
    if (count > 0 && end < start + count) throw new ModelRevert("PhaseEndBelowMinted");
    this.phases.set(name, { start, end, count });
  }

  /** Sets a setting; a switch is toggled, and a royalty has two values. */
  change(caller: string, name: SettingName, ...values: unknown[]): void {
    this.#requireOwner(caller);
    const [value = !this.settings[name], basisPoints] = values;
    if (name === "royalty") {
      if (Number(basisPoints) > 1_000) throw new ModelRevert("RoyaltyAboveMaximum");
      if (value === nobody && basisPoints !== 0n) throw new ModelRevert("RoyaltyToZeroAddress");
    }
    Object.assign(this.settings, { [name]: name === "royalty" ? values : value });
  }

  announceUpdatedMetadata(caller: string, from: number, to: number): void {
    this.#requireOwner(caller);
    if (from > to) throw new ModelRevert("TokenRangeReversed");
    if (!this.owners.has(from) || !this.owners.has(to)) throw new ModelRevert("DoesNotExist");
  }

  changeWithdrawer(caller: string, withdrawer: string): void {
    this.#requireOwner(caller);
    this.withdrawAddress = withdrawer;
  }

  setBaseURI(caller: string, baseURI: string): void {
    this.#requireOwner(caller);
    this.baseURI = baseURI;
  }

  transferOwnership(caller: string, newOwner: string): void {
    this.#requireOwner(caller);
    if (newOwner === nobody) throw new ModelRevert("OwnableInvalidOwner");
    this.owner = newOwner;
  }

  #requireOwner(caller: string): void {
    if (caller !== this.owner) throw new ModelRevert("OwnableUnauthorizedAccount");
  }

  withdrawFunds(caller: string): void {
    if (caller !== this.withdrawAddress) throw new ModelRevert("NotWithdrawAddress");
    if (this.receivers.get(caller)?.rejectsCoin) throw new ModelRevert("FailedToWithdraw");
    this.coin = 0n;
  }

  // Tokens

  approve(caller: string, to: string, tokenId: number): void {
    const owner = this.owners.get(tokenId);
    if (owner === undefined) throw new ModelRevert("OwnerQueryForNonexistentToken");
    if (to === owner) throw new ModelRevert("ApprovalToCurrentOwner");
    if (caller !== owner && !this.isApprovedForAll(owner, caller)) {
      throw new ModelRevert("ApprovalCallerNotOwnerNorApproved");
    }
    this.approvals.set(tokenId, to);
  }

  setApprovalForAll(caller: string, operator: string, approved: boolean): void {
    if (caller === operator) throw new ModelRevert("ApproveToCaller");
    if (approved) this.operators.add(`${caller} ${operator}`);
    else this.operators.delete(`${caller} ${operator}`);
  }

  safeTransferFrom(caller: string, from: string, to: string, tokenId: number): void {
    this.transferFrom(caller, from, to, tokenId, true);
  }

  transferFrom(caller: string, from: string, to: string, tokenId: number, safely = false): void {
    const owner = this.owners.get(tokenId);
    if (owner === undefined) throw new ModelRevert("OwnerQueryForNonexistentToken");
    if (owner !== from) throw new ModelRevert("TransferFromIncorrectOwner");
    const approved = this.approvals.get(tokenId) === caller;
    if (caller !== from && !approved && !this.isApprovedForAll(from, caller)) {
      throw new ModelRevert("TransferCallerNotOwnerNorApproved");
    }
    if (to === nobody) throw new ModelRevert("TransferToZeroAddress");
    if (safely) this.#requestReceiver(to);
    this.approvals.delete(tokenId);
    this.#give(from, to, tokenId);
  }

  #give(from: string, to: string, tokenId: number): void {
    this.owners.set(tokenId, to);
    this.transfers.push(`${tokenId}: ${from} → ${to}`);
  }

  #requestReceiver(to: string): void {
    const response = this.receivers.get(to)?.token ?? "accepts";
    if (response === "revertsWithReason") throw new ModelRevert("TokenUnwelcome");
    if (response !== "accepts") throw new ModelRevert("TransferToNonERC721ReceiverImplementer");
  }

  // Views

  phase(name: string) {
    return this.phases.get(name) ?? { start: 0, end: 0, count: 0 };
  }

  isApprovedForAll(owner: string, operator: string): boolean {
    return this.operators.has(`${owner} ${operator}`);
  }

  /** All tokens, by phase in order of creation. */
  tokens(): number[] {
    return [...this.phases.values()].flatMap(({ start, count }) =>
      Array.from({ length: count }, (_, index) => start + index),
    );
  }

  /** An owner's tokens, in ascending order. */
  tokensOf(owner: string): number[] {
    return [...this.owners]
      .filter(([, holder]) => holder === owner)
      .map(([tokenId]) => tokenId)
      .sort((a, b) => a - b);
  }
}

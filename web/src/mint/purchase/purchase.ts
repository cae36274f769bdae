import { type Address, type Hex, isAddressEqual } from "viem";
import type { SignedMintAuthorization } from "#protocol/responses";
import type { FocusState } from "../../page/focusRules.ts";
import type {
  SentTransaction,
  Sighting,
  TransactionRefusal,
} from "../../transactions/transactionState.ts";

/** What a person agrees to by pressing Mint. */
export interface Order {
  wallet: Address;
  phase: string;
  qty: number;
  /** Wei for each. */
  price: bigint;
}

/** An order with the authorisation that it is sent with. */
export interface AuthorizedOrder {
  order: Order;
  authorization: SignedMintAuthorization;
}

/** A mint whose prompt the wallet may not have answered: it may still be sent. */
export interface UnansweredMint extends AuthorizedOrder {
  /** Number of its prompts without an answer. */
  prompts: number;
  /** Block before which it was not sent. */
  fromBlock: bigint;
  /** Whether the wallet has sent it and the node does not have it. */
  isSent: boolean;
}

/** Why a mint stopped, and where it can be looked up if it was sent. */
export interface Failure extends TransactionRefusal {
  /** The step at which it failed. */
  failedAt: "service" | "contract" | "wallet" | "chain";
  /** The service never authorises: whoever has an authorisation can paste it. */
  isNotOffered?: boolean;
  sent?: SentTransaction;
}

export type Stage =
  | { step: "idle" }
  | { step: "authorising"; order: Order }
  /** The contract call is being simulated. */
  | ({ step: "checking" } & AuthorizedOrder)
  /** `prompt` numbers the wallet's prompts of this page. */
  | ({ step: "asking"; prompt: number } & AuthorizedOrder)
  | ({
      step: "sent";
      sent: SentTransaction;
      sighting: Sighting;
      fromBlock: bigint;
    } & AuthorizedOrder)
  | { step: "confirmed"; order: Order; hash: Hex | undefined; drifterIds: readonly string[] }
  | { step: "failed"; order: Order; failure: Failure };

/** One wallet's purchase: its stage, and what an earlier prompt may still send. */
export interface Purchase {
  stage: Stage;
  unanswered?: UnansweredMint | undefined;
}

export type PurchaseEvent =
  | { type: "pressed"; order: Order; pasted?: SignedMintAuthorization | undefined }
  | { type: "authorised"; authorization: SignedMintAuthorization }
  /** The simulation succeeded, and the wallet is prompting. */
  | { type: "prompted"; prompt: number; fromBlock: bigint }
  /** The service or the contract refuses before the wallet is asked. */
  | { type: "refused"; failure: Failure }
  /** The wallet will not send this prompt's transaction. */
  | { type: "rejected"; prompt: number; transactionID: string; failure: Failure }
  /** The wallet failed, and may have sent the transaction. */
  | { type: "lost"; prompt: number; failure: Failure }
  | { type: "sent"; mint: UnansweredMint; sent: SentTransaction }
  | { type: "sighted"; sent: SentTransaction; sighting: Sighting }
  /** The transaction took place without a mint, or never will. */
  | { type: "reverted"; failure: Failure }
  /** The chain has used the authorisation. */
  | {
      type: "used";
      transactionID: string;
      hash: Hex | undefined;
      drifterIds: readonly string[];
    }
  /** Stops waiting for the wallet, or for a transaction that the node does not have. */
  | { type: "gave up" }
  /** The person confirmed that the wallet has no open prompt. */
  | { type: "dismissed" }
  /** Goes back to the form after an outcome. */
  | { type: "cleared" };

export const idlePurchase: Purchase = { stage: { step: "idle" } };

/** Whether something is under way, so that nothing else can be begun. */
function isPending({ stage }: Purchase): boolean {
  return ["authorising", "checking", "asking", "sent"].includes(stage.step);
}

/** What is being minted now. */
export function pendingOrder(purchase: Purchase): Order | undefined {
  const { stage } = purchase;
  return isPending(purchase) && "order" in stage ? stage.order : undefined;
}

/** Which step of a mint the buyer has reached, for the keyboard's focus. */
export function focusStateOf(purchase: Purchase): FocusState {
  const { step } = purchase.stage;
  if (step === "confirmed") return "minted";
  if (isPending(purchase)) return "minting";
  if (step === "failed") return "not minted";
  return purchase.unanswered ? "unanswered" : "choosing";
}

/** What follows from an event; events that are late or come from another attempt change nothing. */
export function reducePurchase(purchase: Purchase, event: PurchaseEvent): Purchase {
  const { stage, unanswered } = purchase;
  switch (event.type) {
    case "pressed":
      return isPending(purchase) ? purchase : { ...purchase, stage: firstStage(purchase, event) };
    case "authorised":
      if (stage.step !== "authorising") return purchase;
      return { ...purchase, stage: stageAuthorised(purchase, stage.order, event.authorization) };
    case "refused":
      if (stage.step !== "authorising" && stage.step !== "checking") return purchase;
      return { ...purchase, stage: failed(stage.order, event.failure) };
    case "prompted":
      return stage.step === "checking" ? askWallet(stage, unanswered, event) : purchase;
    case "rejected":
      return { ...endPrompt(purchase, event), unanswered: withOneLess(unanswered, event) };
    case "lost":
      return endPrompt(purchase, event);
    case "sent":
      return isSentAlready(purchase, event.mint) ? purchase : sendMint(purchase, event);
    case "sighted":
      if (stage.step !== "sent") return purchase;
      return { ...purchase, stage: { ...stage, sent: event.sent, sighting: event.sighting } };
    case "reverted":
      return stage.step === "sent"
        ? { ...purchase, stage: failed(stage.order, event.failure) }
        : purchase;
    case "used":
      return confirm(purchase, event);
    case "gave up":
      return giveUp(purchase);
    case "dismissed":
      return isPending(purchase) ? purchase : idlePurchase;
    case "cleared":
      return isPending(purchase) ? purchase : { ...purchase, stage: { step: "idle" } };
  }
}

/** What an unanswered prompt would still mint, as long as the phase that it is for is sold. */
export function unansweredIn({ unanswered }: Purchase, phase: string): UnansweredMint | undefined {
  return unanswered?.authorization.phase === phase ? unanswered : undefined;
}

function failed(order: Order, failure: Failure): Stage {
  return { step: "failed", order, failure };
}

function firstStage(purchase: Purchase, { order, pasted }: Event<"pressed">): Stage {
  const open = unansweredIn(purchase, order.phase)?.authorization;
  if (pasted !== undefined) return stageAuthorised(purchase, order, pasted);
  if (open === undefined) return { step: "authorising", order };
  // A transaction that may have been sent is sent again; no other is requested.
  return open.qty === String(order.qty)
    ? { step: "checking", order, authorization: open }
    : { step: "idle" };
}

function stageAuthorised(
  purchase: Purchase,
  order: Order,
  authorization: SignedMintAuthorization,
): Stage {
  const open = unansweredIn(purchase, order.phase)?.authorization;
  // A second ID while the first may have been sent could be paid twice.
  if (open && open.transactionID !== authorization.transactionID) return { step: "idle" };
  if (isFor(order, authorization)) return { step: "checking", order, authorization };
  return failed(order, { failedAt: "service", isRejection: false, words: otherTerms });
}

const otherTerms =
  "The authorisation is for another phase, wallet or quantity, so nothing was sent. Check the sale above, then try again.";

function isFor({ wallet, phase, qty }: Order, signed: SignedMintAuthorization): boolean {
  return (
    isAddressEqual(signed.minter, wallet) && signed.phase === phase && signed.qty === String(qty)
  );
}

function askWallet(
  { order, authorization }: AuthorizedOrder,
  before: UnansweredMint | undefined,
  { prompt, fromBlock }: Event<"prompted">,
): Purchase {
  const isSame = before?.authorization.transactionID === authorization.transactionID;
  return {
    stage: { step: "asking", order, authorization, prompt },
    unanswered: {
      order,
      authorization,
      prompts: isSame ? before.prompts + 1 : 1,
      fromBlock: isSame ? before.fromBlock : fromBlock,
      isSent: isSame && before.isSent,
    },
  };
}

/** The outcome of an abandoned attempt's prompt does not affect the next attempt. */
function endPrompt(
  purchase: Purchase,
  { prompt, failure }: Event<"rejected"> | Event<"lost">,
): Purchase {
  const { stage } = purchase;
  if (stage.step !== "asking" || stage.prompt !== prompt) return purchase;
  return { ...purchase, stage: failed(stage.order, failure) };
}

function withOneLess(
  unanswered: UnansweredMint | undefined,
  { transactionID }: { transactionID: string },
): UnansweredMint | undefined {
  if (unanswered?.authorization.transactionID !== transactionID) return unanswered;
  const prompts = unanswered.prompts - 1;
  return prompts > 0 || unanswered.isSent ? { ...unanswered, prompts } : undefined;
}

function isSentAlready({ stage }: Purchase, { authorization }: AuthorizedOrder): boolean {
  if (stage.step !== "sent" && stage.step !== "confirmed") return false;
  return (
    stage.step === "confirmed" || stage.authorization.transactionID === authorization.transactionID
  );
}

function sendMint({ unanswered }: Purchase, { mint, sent }: Event<"sent">): Purchase {
  const { order, authorization, fromBlock } = mint;
  return {
    stage: { step: "sent", order, authorization, sent, sighting: "waiting", fromBlock },
    unanswered: withOneLess(unanswered, authorization),
  };
}

/** An unanswered mint with another ID is kept: it may still be sent. */
function confirm(purchase: Purchase, { transactionID, hash, drifterIds }: Event<"used">): Purchase {
  const isUsed = (mint: Stage | UnansweredMint | undefined) =>
    mint !== undefined &&
    "authorization" in mint &&
    mint.authorization.transactionID === transactionID;
  const { unanswered } = purchase;
  const mint = [purchase.stage, unanswered].find(isUsed);
  if (!mint || !("order" in mint)) return purchase;
  return {
    stage: { step: "confirmed", order: mint.order, hash, drifterIds },
    unanswered: isUsed(unanswered) ? undefined : unanswered,
  };
}

function giveUp({ stage, unanswered }: Purchase): Purchase {
  if (stage.step === "asking") return { stage: { step: "idle" }, unanswered };
  if (stage.step !== "sent") return { stage, unanswered };
  const { order, authorization, fromBlock } = stage;
  const prompts = unanswered?.prompts ?? 0;
  return {
    stage: { step: "idle" },
    unanswered: { order, authorization, fromBlock, prompts, isSent: true },
  };
}

type Event<Type extends PurchaseEvent["type"]> = Extract<PurchaseEvent, { type: Type }>;

import { expect } from "chai";
import fc from "fast-check";
import { formatEther } from "viem";
import { deserialize } from "wagmi";
import { purchaseMessages } from "../../../../web/src/mint/messages.ts";
import {
  attachAuthorization,
  findUnanswered,
  type Purchase,
  submitMint,
} from "../../../../web/src/mint/purchase/purchase.ts";
import {
  attemptId,
  clear,
  confirm,
  endPrompt,
  fail,
  giveUp,
  idleTransaction,
  isPending,
  reorg,
  requestWallet,
  send,
} from "../../../../web/src/transactions/transaction.ts";
import { serializePending } from "../../../../web/src/transactions/transactionStore.ts";
import { authorize, order, phase, rejection, sent } from "../../../support/web/purchase.ts";

const { wallet, price } = order;

/** Returns the purchase that another document of this browser restores. */
export function reload(purchase: Purchase): Purchase {
  const text = serializePending(purchase);
  // Safety: the store writes this type only.
  return text === undefined ? idleTransaction : (deserialize(text) as Purchase);
}

const doing = <Does extends string>(...does: Does[]) => fc.constantFrom(...does);

/** A step of the user, the service, the wallet or the chain. */
export const arbitraryStep = fc.oneof(
  fc.record({
    does: doing("submitMint", "press Mint, until the wallet asks"),
    qty: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    does: doing(
      ...(["attachAuthorization", "accept", "reject", "reload", "give up"] as const),
      ...(["look", "switch phase", "forget ids", "reorganize"] as const),
    ),
  }),
  fc.record({
    does: doing("approve", "reject", "lose", "mine", "other tab"),
    which: fc.nat(3),
  }),
);
export type Step = typeof arbitraryStep extends fc.Arbitrary<infer Each> ? Each : never;

interface Prompt {
  number: number;
  mint: NonNullable<Purchase["unanswered"]>;
  /** Number of presses of Mint before the prompt. */
  consent: number;
  isFromThisPage: boolean;
  /** Whether the chain has dropped its block. */
  isDropped?: boolean;
}

/**
 * A purchase with a service that has one open ID, a chain that accepts each ID once, and a wallet
 * that keeps its prompts across reloads. It throws if one press of Mint is paid twice, or a message
 * concerns the wrong mint.
 */
export class PurchaseWorld {
  purchase: Purchase = idleTransaction;
  #phase = "Ember";
  #consents = 0;
  #firstId = 1;
  #prompts: Prompt[] = [];
  #numbers = 0;
  readonly #pending: Prompt[] = [];
  readonly #mined: Prompt[] = [];
  /** Number minted by each used ID. */
  readonly #used = new Map<string, number>();
  readonly #paidFor = new Map<number, string>();

  take(step: Step): void {
    const { stage } = this.purchase;
    switch (step.does) {
      case "submitMint":
        if (stage.step === "confirmed") this.purchase = clear(this.purchase);
        this.#submitMint(step.qty);
        return;
      case "press Mint, until the wallet asks":
        for (const does of ["submitMint", "attachAuthorization", "accept"] as const)
          this.take({ ...step, does });
        return;
      case "attachAuthorization":
        if (stage.step !== "authorizing") return;
        this.purchase = attachAuthorization(this.purchase, authorize(stage.order, this.#openId()));
        return;
      case "accept":
        this.#prompt();
        return;
      case "reject":
        if (stage.step !== "authorizing" && stage.step !== "checking") return;
        this.purchase = fail(this.purchase, { ...rejection, failedAt: "contract" });
        return;
      case "reload":
        for (const prompt of this.#prompts) prompt.isFromThisPage = false;
        this.purchase = reload(this.purchase);
        return;
      case "give up":
        this.purchase = giveUp(this.purchase);
        return;
      case "look":
        this.#look();
        return;
      case "switch phase":
        this.#phase = this.#phase === "Ember" ? phase : "Ember";
        return;
      case "forget ids":
        // A service that lost its records signs under a new ID.
        if (findUnanswered(this.purchase, this.#phase)) this.#firstId += 1;
        return;
      case "reorganize":
        this.#reorganize();
        return;
      case "mine":
        this.#mine(this.#pending[step.which]);
        return;
      case "other tab":
        this.#used.set(this.#openId(), 1);
        return;
      default:
        this.#settle(step.does, this.#prompts[step.which]);
        return;
    }
  }

  check(): void {
    this.#speaksOfItself();
    const { unanswered, stage } = this.purchase;
    if (stage.step !== "prompting") return;
    expect(unanswered?.authorization.transactionID).to.equal(stage.authorization.transactionID);
  }

  #submitMint(qty: number): void {
    const before = this.purchase;
    this.purchase = submitMint(before, { wallet, phase: this.#phase, qty, price });
    if (this.purchase !== before) this.#consents += 1;
  }

  #openId(): string {
    let id = this.#firstId;
    while (this.#used.has(`${this.#phase} ${id}`)) id += 1;
    return `${this.#phase} ${id}`;
  }

  #prompt(): void {
    if (this.purchase.stage.step !== "checking") return;
    this.#numbers += 1;
    this.purchase = requestWallet(this.purchase, this.#numbers, 0n);
    const { unanswered: mint } = this.purchase;
    if (!mint) throw new Error("The purchase forgot what it asked for.");
    this.#assertNoOtherIsOpen(mint);
    const consent = this.#consents;
    expect(this.#prompts.map((each) => each.consent)).not.to.include(consent);
    this.#prompts.push({ number: this.#numbers, mint, consent, isFromThisPage: true });
  }

  /** Asserts that all mints that the wallet may still send in this phase have one ID, so that only one can succeed. */
  #assertNoOtherIsOpen({ authorization }: Prompt["mint"]): void {
    const open = [...this.#prompts, ...this.#pending]
      .filter(({ isDropped }) => !isDropped)
      .map(({ mint }) => mint.authorization);
    const rivals = open.filter(
      ({ transactionID, phase }) =>
        phase === authorization.phase &&
        transactionID !== authorization.transactionID &&
        !this.#used.has(transactionID),
    );
    expect(rivals).to.deep.equal([]);
  }

  #settle(how: "approve" | "reject" | "lose", prompt: Prompt | undefined): void {
    if (!prompt) return;
    this.#prompts = this.#prompts.filter((each) => each !== prompt);
    const { number, mint, isFromThisPage } = prompt;
    if (how === "approve") this.#pending.push(prompt);
    if (!isFromThisPage) return;
    if (how === "approve") {
      this.purchase = send(this.purchase, mint, { ...sent, hash: `0x${number}` });
      return;
    }
    const { transactionID } = mint.authorization;
    const failure = { ...rejection, mayBeSent: how === "lose" };
    this.purchase = endPrompt(this.purchase, { prompt: number, transactionID, failure });
  }

  #mine(prompt: Prompt | undefined): void {
    if (!prompt) return;
    this.#pending.splice(this.#pending.indexOf(prompt), 1);
    const { authorization, order } = prompt.mint;
    if (this.#used.has(authorization.transactionID) || authorization.phase !== this.#phase) return;
    this.#used.set(authorization.transactionID, order.qty);
    expect(this.#paidFor.has(prompt.consent)).to.equal(false);
    this.#paidFor.set(prompt.consent, authorization.transactionID);
    this.#mined.push(prompt);
  }

  /** The chain drops the newest block with a mint, which may be mined again. */
  #reorganize(): void {
    const prompt = this.#mined.pop();
    if (!prompt) return;
    this.#used.delete(prompt.mint.authorization.transactionID);
    this.#paidFor.delete(prompt.consent);
    this.#pending.push({ ...prompt, isDropped: true });
  }

  #look(): void {
    for (const transactionID of this.#used.keys()) {
      this.purchase = confirm(this.purchase, transactionID, undefined);
    }
    const { settled } = this.purchase;
    const id = settled && (attemptId(settled.stage) ?? attemptId(settled.unanswered));
    if (!settled || !id || this.#used.has(id)) return;
    this.purchase = reorg(this.purchase, settled);
    if (isPending(this.purchase) || this.purchase.settled === undefined) return;
    throw new Error("The purchase still counts a mint that the chain has dropped.");
  }

  #speaksOfItself(): void {
    const { stage } = this.purchase;
    const open = findUnanswered(this.purchase, this.#phase);
    for (const { about, text } of purchaseMessages(this.purchase, this.#phase)) {
      const mint = about === "unanswered" ? open : "order" in stage ? stage : undefined;
      if (!mint) throw new Error(`“${text}” is about no mint.`);
      const { qty, phase } = mint.order;
      const total = formatEther(BigInt(qty) * price);
      if (about === "unanswered") expect(text).to.include(` ${qty} for ${total} ETH`);
      if (about === "failure") expect(phase).to.equal(this.#phase);
    }
  }
}

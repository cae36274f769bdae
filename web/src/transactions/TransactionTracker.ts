import type { Client } from "viem";
import { getBlock, call as simulate } from "viem/actions";
import type { Config } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { latestBlockNumber } from "../chain/latestBlockNumber.ts";
import { createExternalStore, type ExternalStore } from "../page/externalStore.ts";
import { describeFailure } from "./messages.ts";
import { settleTransaction } from "./settleTransaction.ts";
import {
  attemptId,
  type ContractCall,
  clear,
  confirm,
  dismiss,
  endPrompt,
  type Failure,
  fail,
  giveUp,
  type Prompted,
  reorg,
  requestWallet,
  type Settled,
  type Stage,
  send,
  sight,
  type Terms,
  type Transaction,
} from "./transaction.ts";
import type { TransactionStore } from "./transactionStore.ts";

export interface TrackerContext<Of extends Terms> {
  config: Config;
  client: Client;
  store: TransactionStore<Of>;
}

/** Number of blocks after which a transaction's block is final. */
const finalityBlocks = 64n;

type AtStep<Of extends Terms, Step> = Extract<Stage<Of>, { step: Step }>;

/** Runs one wallet's transactions for the lifetime of the tab. `transaction.ts` defines the transitions. */
export class TransactionTracker<Of extends Terms = Terms> {
  readonly #config: Config;
  readonly #store: TransactionStore<Of>;
  readonly #transaction: ExternalStore<Transaction<Of>>;
  protected readonly client: Client;
  #prompts = 0;
  readonly read: () => Transaction<Of>;
  readonly subscribe: (listener: () => void) => () => void;

  constructor({ config, client, store }: TrackerContext<Of>) {
    this.#config = config;
    this.client = client;
    this.#store = store;
    this.#transaction = createExternalStore(store.read());
    this.read = this.#transaction.read;
    this.subscribe = this.#transaction.subscribe;
    store.onChange(() => this.#adopt());
    void this.#followSent();
  }

  /**
   * Checks whether a transaction that may have been sent was mined, and whether a confirmed transaction still is.
   *
   * @param newest latest block number; call this function at every block.
   */
  readonly checkSettled = async (newest = 0n): Promise<void> => {
    const { unanswered, settled } = this.read();
    if (unanswered) await this.find(unanswered).catch(() => false);
    if (settled === undefined || newest - (settled.receipt?.blockNumber ?? newest) > finalityBlocks)
      return;
    if (!(await this.isDropped(settled).catch(() => false))) return;
    const before = this.read();
    this.become(reorg(before, settled));
    if (this.read() !== before) void this.#followSent();
  };

  readonly giveUp = (): void => this.become(giveUp(this.read()));
  readonly dismiss = (): void => this.become(dismiss(this.read()));
  readonly clear = (): void => this.become(clear(this.read()));

  /** Whether the chain shows the transaction's effect, which confirms the transaction. */
  protected async find(_: Prompted<Of>): Promise<boolean> {
    return false;
  }

  /** Whether the chain replaced the receipt's block. A node that lacks the block may lag behind. */
  protected async isDropped({ receipt }: Settled<Of>): Promise<boolean> {
    if (receipt === undefined) return false;
    const { hash } = await getBlock(this.client, { blockNumber: receipt.blockNumber });
    return hash !== receipt.blockHash;
  }

  /** Simulates the call, prompts the wallet, then waits for the receipt. */
  protected async send(stage: AtStep<Of, "checking">, call: ContractCall): Promise<void> {
    try {
      const fromBlock = await latestBlockNumber(this.client);
      await simulate(this.client, { ...call, account: stage.order.wallet });
      // The user may have responded to an earlier prompt in the meantime.
      if (this.read().stage !== stage) return;
      this.#prompts += 1;
      this.become(requestWallet(this.read(), this.#prompts, fromBlock));
    } catch (error) {
      await this.checkSettled();
      return this.fail(stage, describeFailure(error, "contract"));
    }
    const prompted = this.read().stage;
    if (prompted.step === "prompting") await this.#requestWallet(prompted, call);
  }

  async #requestWallet(prompted: AtStep<Of, "prompting">, call: ContractCall): Promise<void> {
    const { order, authorization, prompt } = prompted;
    const [{ id: chainId }] = this.#config.chains;
    try {
      const request = { ...call, account: order.wallet, chainId };
      const hash = await sendTransaction(this.#config, request);
      this.become(send(this.read(), prompted, { ...call, from: order.wallet, hash }));
    } catch (error) {
      const failure = describeFailure(error, "wallet");
      const transactionID = authorization?.transactionID;
      return this.become(endPrompt(this.read(), { prompt, transactionID, failure }));
    }
    await this.#followSent();
  }

  async #followSent(): Promise<void> {
    const { stage } = this.read();
    if (stage.step !== "sent") return;
    const isCurrent = () => {
      const now = this.read().stage;
      return now.step === "sent" && now.sent.hash === stage.sent.hash;
    };
    const { receipt, failure } = await settleTransaction(
      this.client,
      stage.sent,
      (sent, sighting) => {
        if (isCurrent()) this.become(sight(this.read(), sent, sighting));
      },
    );
    if (receipt) {
      this.become(confirm(this.read(), attemptId(stage) ?? stage.sent.hash, receipt));
    } else if (!(await this.find(stage).catch(() => false)) && isCurrent()) {
      this.become(fail(this.read(), failure));
    }
  }

  /** Adopts the state that another tab wrote, unless a transaction is pending in this tab. */
  #adopt(): void {
    if (!["idle", "failed"].includes(this.read().stage.step)) return;
    this.#transaction.write(this.#store.read());
    void this.#followSent();
  }

  /** Fails this stage, unless the stage has already ended. */
  protected fail(stage: Stage<Of>, failure: Failure): void {
    if (this.read().stage === stage) this.become(fail(this.read(), failure));
  }

  protected become(next: Transaction<Of>): void {
    if (next === this.read()) return;
    this.#store.write(next);
    this.#transaction.write(next);
  }
}

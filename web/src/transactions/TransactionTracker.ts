import type { Address, Client, Hex, TransactionReceipt } from "viem";
import { call as simulate } from "viem/actions";
import type { Config } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { describeFailure } from "./describeFailure.ts";
import { followTransaction } from "./followTransaction.ts";
import { transactionMemory } from "./rememberedTransaction.ts";
import {
  type ContractCall,
  isUnderWay,
  type SentTransaction,
  type TransactionState,
} from "./transactionState.ts";

/**
 * One kind of transaction of this tab, from the wish to its end. It lives as long as the tab, not the page
 * that began it: whoever comes back finds it where it stands, after a reload too.
 */
export class TransactionTracker {
  readonly #config: Config;
  readonly #client: Client;
  readonly #memory: ReturnType<typeof transactionMemory>;
  readonly #listeners = new Set<() => void>();
  #state: TransactionState = { step: "idle" };
  /** Counts what was begun: what comes of an attempt that was given up is not told. */
  #attempt = 0;

  constructor(purpose: string, config: Config, client: Client) {
    this.#config = config;
    this.#client = client;
    this.#memory = transactionMemory(purpose);
    const sent = this.#memory.read();
    if (sent) void this.#follow(sent);
  }

  readonly read = (): TransactionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks the contract whether it would accept the call, then the wallet, then waits for its block. */
  readonly send = async (from: Address, call: ContractCall): Promise<void> => {
    if (isUnderWay(this.#state)) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    let asked: "contract" | "wallet" = "contract";
    let hash: Hex;
    try {
      this.#tell({ step: "checking", from });
      await simulate(this.#client, { ...call, account: from });
      if (attempt !== this.#attempt) return;
      asked = "wallet";
      this.#tell({ step: "asking", from });
      hash = await this.#askWallet(from, call);
    } catch (error) {
      const refusal = describeFailure(error, asked);
      if (attempt === this.#attempt) this.#tell({ step: "refused", asked, refusal });
      return;
    }
    await this.#follow({ ...call, from, hash });
  };

  /** Goes back to the beginning. What a wallet has sent cannot be taken back; it is only not told of here. */
  readonly forget = (): void => {
    this.#attempt += 1;
    this.#memory.write(undefined);
    this.#tell({ step: "idle" });
  };

  async #askWallet(from: Address, { to, data, value = 0n }: ContractCall): Promise<Hex> {
    const [{ id: chainId }] = this.#config.chains;
    return sendTransaction(this.#config, { account: from, chainId, to, data, value });
  }

  async #follow(first: SentTransaction): Promise<void> {
    let sent = first;
    this.#attempt += 1;
    const attempt = this.#attempt;
    const ifCurrent = (state: TransactionState) => {
      if (attempt === this.#attempt) this.#tell(state);
    };
    this.#memory.write(sent);
    this.#tell({ step: "sent", sent, sighting: "waiting" });
    const ending = await followTransaction(this.#client, sent, {
      onSighting: (sighting) => ifCurrent({ step: "sent", sent, sighting }),
      onNonce: (nonce) => {
        sent = { ...sent, nonce };
        if (attempt === this.#attempt) this.#memory.write(sent);
      },
    });
    if (attempt !== this.#attempt) return;
    this.#memory.write(undefined);
    if (ending.kind === "replaced") {
      const refusal = { isRejection: false, words: wordsForReplaced(ending.by) };
      return this.#tell({ step: "refused", asked: "chain", refusal, sent });
    }
    const { receipt } = ending;
    sent = { ...sent, hash: receipt.transactionHash };
    if (receipt.status === "success") return this.#tell({ step: "confirmed", sent, receipt });
    const refusal = await this.#whyReverted(sent, receipt);
    ifCurrent({ step: "refused", asked: "chain", refusal, sent });
  }

  /** A receipt says only that it failed, so the same call is tried on what its block left. */
  async #whyReverted({ from, to, data, value }: SentTransaction, receipt: TransactionReceipt) {
    const { blockNumber } = receipt;
    try {
      await simulate(this.#client, { account: from, to, data, value: value ?? 0n, blockNumber });
    } catch (error) {
      const refusal = describeFailure(error, "contract");
      if (refusal.revert) return { ...refusal, words: `${tooLate} ${refusal.words}` };
    }
    return { isRejection: false, words: `${tooLate} It did not say why. Try again.` };
  }

  #tell(state: TransactionState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const tooLate =
  "The contract refused it in its block, though not when it was asked before: only the network's fee was paid.";

function wordsForReplaced(by: Hex | undefined): string {
  const which = by ? ` (${by})` : "";
  return `Your wallet has sent another transaction in place of this one${which}, so this one never takes place. Try again if you still want it.`;
}

import type { Address, Client, Hex } from "viem";
import { call as simulate } from "viem/actions";
import type { Config } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { createExternalStore } from "../components/externalStore.ts";
import { describeFailure } from "./describeFailure.ts";
import { transactionMemory } from "./rememberedTransaction.ts";
import { settleTransaction } from "./settleTransaction.ts";
import {
  type ContractCall,
  isPending,
  type SentTransaction,
  type TransactionState,
} from "./transactionState.ts";

/**
 * Tracks one kind of transaction from the call to its end. It lives as long as the tab and survives
 * navigation and reloads.
 */
export class TransactionTracker {
  readonly #config: Config;
  readonly #client: Client;
  readonly #memory: ReturnType<typeof transactionMemory>;
  readonly #state = createExternalStore<TransactionState>({ step: "idle" });
  /** Number of the current attempt; results of abandoned attempts are ignored. */
  #attempt = 0;

  constructor(purpose: string, config: Config, client: Client) {
    this.#config = config;
    this.#client = client;
    this.#memory = transactionMemory(purpose);
    const sent = this.#memory.read();
    if (sent) void this.#follow(sent);
  }

  readonly read = this.#state.read;
  readonly subscribe = this.#state.subscribe;

  /** Simulates the call, prompts the wallet, then waits for the receipt. */
  readonly send = async (from: Address, call: ContractCall): Promise<void> => {
    if (isPending(this.read())) return;
    this.#attempt += 1;
    const attempt = this.#attempt;
    let failedAt: "contract" | "wallet" = "contract";
    let hash: Hex;
    try {
      this.#state.write({ step: "checking", from });
      await simulate(this.#client, { ...call, account: from });
      if (attempt !== this.#attempt) return;
      failedAt = "wallet";
      this.#state.write({ step: "asking", from });
      hash = await this.#askWallet(from, call);
    } catch (error) {
      const refusal = describeFailure(error, failedAt);
      if (attempt === this.#attempt) this.#state.write({ step: "refused", failedAt, refusal });
      return;
    }
    await this.#follow({ ...call, from, hash });
  };

  /** Resets to idle. A sent transaction cannot be cancelled; it is only no longer shown. */
  readonly forget = (): void => {
    this.#attempt += 1;
    this.#memory.write(undefined);
    this.#state.write({ step: "idle" });
  };

  async #askWallet(from: Address, { to, data, value = 0n }: ContractCall): Promise<Hex> {
    const [{ id: chainId }] = this.#config.chains;
    return sendTransaction(this.#config, { account: from, chainId, to, data, value });
  }

  async #follow(first: SentTransaction): Promise<void> {
    this.#attempt += 1;
    const attempt = this.#attempt;
    this.#memory.write(first);
    this.#state.write({ step: "sent", sent: first, sighting: "waiting" });
    const ending = await settleTransaction(this.#client, first, (sent, sighting) => {
      if (attempt !== this.#attempt) return;
      this.#memory.write(sent);
      this.#state.write({ step: "sent", sent, sighting });
    });
    if (attempt !== this.#attempt) return;
    this.#memory.write(undefined);
    if (ending.refusal) this.#state.write({ step: "refused", failedAt: "chain", ...ending });
    else this.#state.write({ step: "confirmed", ...ending });
  }
}

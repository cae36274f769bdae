import {
  type Address,
  type Client,
  isAddressEqual,
  type Log,
  parseEventLogs,
  zeroAddress,
} from "viem";
import { call as simulate } from "viem/actions";
import type { Config } from "wagmi";
import { sendTransaction } from "wagmi/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/attempts";
import { apiErrorMessage } from "#protocol/errors";
import { apiPaths } from "#protocol/paths";
import type { SignedMintAuthorization } from "#protocol/responses";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import { mintArguments } from "#protocol/sale/signedAuthorization";
import { encodeMint } from "#protocol/sale/simulateMint";
import { Refusal, refusalFrom } from "../../service/readJson.ts";
import { describeFailure } from "../../transactions/describeFailure.ts";
import { newestBlockNumber } from "../../transactions/newestBlockNumber.ts";
import { settleTransaction } from "../../transactions/settleTransaction.ts";
import type { ContractCall, SentTransaction } from "../../transactions/transactionState.ts";
import { findMint } from "./findMint.ts";
import {
  type AuthorizedOrder,
  askWallet,
  authorise,
  clear,
  confirm,
  dismiss,
  endPrompt,
  type Failure,
  fail,
  giveUp,
  type Order,
  type Purchase,
  press,
  type Stage,
  send,
  sight,
  type UnansweredMint,
} from "./purchase.ts";
import type { PurchaseStore } from "./purchaseStore.ts";

interface Surroundings {
  config: Config;
  client: Client;
  collection: Address;
  store: PurchaseStore;
}

type Checking = Extract<Stage, { step: "checking" }>;

/** Carries out one wallet's purchases for the lifetime of the tab. `purchase.ts` defines the transitions. */
export class PurchaseTracker {
  readonly #surroundings: Surroundings;
  readonly #listeners = new Set<() => void>();
  #purchase: Purchase;
  #prompts = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.#purchase = surroundings.store.read();
    surroundings.store.onChange(() => this.#adopt());
    void this.#followSent();
  }

  readonly read = (): Purchase => this.#purchase;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Runs an order: authorisation, simulation, wallet prompt, confirmation. */
  readonly mint = async (order: Order, pasted?: SignedMintAuthorization): Promise<void> => {
    const before = this.#purchase;
    this.#become(press(before, order, pasted));
    if (this.#purchase === before) return;
    await this.#authorise(this.#purchase.stage);
    const { stage } = this.#purchase;
    if (stage.step === "checking") await this.#send(stage);
    else await this.look();
  };

  /** Checks whether a mint that may have been sent was mined. */
  readonly look = async (): Promise<void> => {
    const { unanswered } = this.#purchase;
    if (unanswered) await this.#find(unanswered).catch(() => false);
  };

  readonly giveUp = (): void => this.#become(giveUp(this.#purchase));
  readonly dismiss = (): void => this.#become(dismiss(this.#purchase));
  readonly clear = (): void => this.#become(clear(this.#purchase));

  async #authorise(stage: Stage): Promise<void> {
    if (stage.step !== "authorising") return;
    const { wallet, qty } = stage.order;
    try {
      const authorization = await requestAuthorization(wallet, qty);
      if (this.#purchase.stage === stage) this.#become(authorise(this.#purchase, authorization));
    } catch (error) {
      this.#fail(stage, describeAuthorizationFailure(error));
    }
  }

  async #send(stage: Checking): Promise<void> {
    const { wallet, qty, price } = stage.order;
    const { client, collection } = this.#surroundings;
    const data = encodeMint(mintArguments(stage.authorization));
    const call = { to: collection, data, value: BigInt(qty) * price };
    try {
      const fromBlock = await newestBlockNumber(client);
      await simulate(client, { ...call, account: wallet });
      // An earlier prompt may have been answered meanwhile.
      if (this.#purchase.stage !== stage) return;
      this.#prompts += 1;
      this.#become(askWallet(this.#purchase, this.#prompts, fromBlock));
    } catch (error) {
      await this.look();
      return this.#fail(stage, { ...describeFailure(error, "contract"), failedAt: "contract" });
    }
    await this.#askWallet(this.#prompts, wallet, call);
  }

  async #askWallet(prompt: number, wallet: Address, call: ContractCall): Promise<void> {
    const { unanswered: mint } = this.#purchase;
    if (!mint) return;
    const { config } = this.#surroundings;
    const [{ id: chainId }] = config.chains;
    try {
      const hash = await sendTransaction(config, { ...call, account: wallet, chainId });
      this.#become(send(this.#purchase, mint, { ...call, from: wallet, hash }));
    } catch (error) {
      const failure = { ...describeFailure(error, "wallet"), failedAt: "wallet" } as const;
      const { transactionID } = mint.authorization;
      return this.#become(endPrompt(this.#purchase, { prompt, transactionID, failure }));
    }
    await this.#followSent();
  }

  async #followSent(): Promise<void> {
    const { stage } = this.#purchase;
    if (stage.step !== "sent") return;
    const { client, collection } = this.#surroundings;
    const { transactionID } = stage.authorization;
    const isCurrent = ({ hash }: SentTransaction) => {
      const now = this.#purchase.stage;
      return now.step === "sent" && now.sent.hash === hash;
    };
    const { sent, receipt, refusal } = await settleTransaction(
      client,
      stage.sent,
      (sent, sighting) => {
        if (isCurrent(sent)) this.#become(sight(this.#purchase, sent, sighting));
      },
    );
    if (receipt) {
      const drifterIds = mintedDrifters(receipt.logs, collection);
      this.#become(confirm(this.#purchase, transactionID, { hash: sent.hash, drifterIds }));
    } else if (!(await this.#find(stage).catch(() => false)) && isCurrent(stage.sent)) {
      this.#fail(this.#purchase.stage, { ...refusal, failedAt: "chain", sent });
    }
  }

  /** Whether the authorisation is used on chain, which ends the purchase. */
  async #find(mint: AuthorizedOrder & Pick<UnansweredMint, "fromBlock">): Promise<boolean> {
    const { client, collection } = this.#surroundings;
    const found = await findMint(client, collection, mint);
    const { transactionID } = mint.authorization;
    if (found) this.#become(confirm(this.#purchase, transactionID, found));
    return found !== undefined;
  }

  /** Adopts the state written by another tab, unless a purchase is under way here. */
  #adopt(): void {
    if (!["idle", "failed"].includes(this.#purchase.stage.step)) return;
    this.#purchase = this.#surroundings.store.read();
    this.#notify();
    void this.#followSent();
  }

  /** Ends this stage, unless it has ended meanwhile. */
  #fail(stage: Stage, failure: Failure): void {
    if (this.#purchase.stage === stage) this.#become(fail(this.#purchase, failure));
  }

  #become(next: Purchase): void {
    if (next === this.#purchase) return;
    this.#purchase = next;
    this.#surroundings.store.write(next);
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Requests an authorisation. Until it is used, the service signs all requests under the same transaction
 * ID.
 *
 * @throws Refusal on an error response, another error when the request failed or the response was invalid.
 */
async function requestAuthorization(
  minter: Address,
  qty: number,
): Promise<SignedMintAuthorization> {
  const response = await fetch(apiPaths.mintAuthorization, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ minter, qty }),
  });
  if (!response.ok) throw await refusalFrom(response);
  return readAuthorization(await response.text());
}

/** Describes why the service did not authorise a mint. */
function describeAuthorizationFailure(error: unknown): Failure {
  if (error instanceof TypeError) return { ...refused, words: unreachableMessage(attempts.mint) };
  if (!(error instanceof Refusal))
    return { ...refused, words: unexpectedResponseMessage(attempts.mint) };
  // A service without mint authorisations has no such route.
  const code = error.is("route.not_found") ? "mint.not_offered" : error.code;
  const words = apiErrorMessage(code, attempts.mint);
  return { ...refused, words, isNotOffered: code === "mint.not_offered" };
}

const refused = { failedAt: "service", isRejection: false } as const;

/** Returns the IDs that a transaction minted, in order, from the collection's Transfer logs. */
function mintedDrifters(logs: Log[], collection: Address): string[] {
  return parseEventLogs({ abi: fringeDriftersAbi, eventName: "Transfer", logs })
    .filter(({ address }) => isAddressEqual(address, collection))
    .filter(({ args }) => isAddressEqual(args.from, zeroAddress))
    .map(({ args }) => String(args.tokenId));
}

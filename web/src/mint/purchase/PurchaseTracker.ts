import type { Address } from "viem";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/attempts";
import { apiErrorMessage } from "#protocol/errors";
import { mintArguments } from "#protocol/mintAuthorization";
import { apiPaths } from "#protocol/paths";
import type { SignedMintAuthorization } from "#protocol/responses";
import { readAuthorization } from "#protocol/sale/readAuthorization";
import { encodeMint } from "#protocol/sale/simulateMint";
import { runtimeConfig } from "../../env.ts";
import { Refusal, refusalFrom } from "../../service/readJson.ts";
import { TransactionTracker } from "../../transactions/TransactionTracker.ts";
import {
  type Asked,
  type ContractCall,
  confirm,
  type Failure,
} from "../../transactions/transaction.ts";
import { findMint } from "./findMint.ts";
import { type AuthorizedOrder, authorise, type Order, type Purchase, press } from "./purchase.ts";

/** Carries out one wallet's purchases: requests the authorisation, and finds a mint that was not seen to be sent. */
export class PurchaseTracker extends TransactionTracker<AuthorizedOrder> {
  /** Runs an order: authorisation, simulation, wallet prompt, confirmation. */
  readonly mint = async (order: Order, pasted?: SignedMintAuthorization): Promise<void> => {
    const before = this.read();
    this.become(press(before, order, pasted));
    if (this.read() === before) return;
    await this.#authorise(this.read().stage);
    const { stage } = this.read();
    if (stage.step === "checking") await this.send(stage, mintCall(stage));
    else await this.look();
  };

  async #authorise(stage: Purchase["stage"]): Promise<void> {
    if (stage.step !== "authorising") return;
    const { wallet, qty } = stage.order;
    try {
      const authorization = await requestAuthorization(wallet, qty);
      if (this.read().stage === stage) this.become(authorise(this.read(), authorization));
    } catch (error) {
      this.fail(stage, describeAuthorizationFailure(error));
    }
  }

  /** Whether the authorisation is used on chain. */
  protected override async find(mint: Asked<AuthorizedOrder>): Promise<boolean> {
    const { isUsed, receipt } = await findMint(this.client, mint);
    if (isUsed) this.become(confirm(this.read(), mint.authorization.transactionID, receipt));
    return isUsed;
  }
}

function mintCall({ order: { qty, price }, authorization }: AuthorizedOrder): ContractCall {
  const data = encodeMint(mintArguments(authorization));
  return { to: runtimeConfig().contractAddress, data, value: BigInt(qty) * price };
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

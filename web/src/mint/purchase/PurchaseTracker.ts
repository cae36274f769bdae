import {
  type Address,
  type Client,
  isAddressEqual,
  parseAbiItem,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem";
import { getLogs, getTransaction, getTransactionReceipt, readContract } from "viem/actions";
import { collectionAbi } from "#chain/abi";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/wire/attempts";
import { apiErrorMessage } from "#protocol/wire/errors";
import { mintArguments } from "#protocol/wire/mintAuthorization";
import { apiPaths } from "#protocol/wire/paths";
import type { SignedMintAuthorization } from "#protocol/wire/responses";
import { encodeMint } from "#sale/encodeMint";
import { readAuthorization } from "#sale/readAuthorization";
import { runtimeConfig } from "../../env.ts";
import { readProblem, ServiceError } from "../../service/readJson.ts";
import { TransactionTracker } from "../../transactions/TransactionTracker.ts";
import {
  type ContractCall,
  confirm,
  type Failure,
  type Prompted,
  type Settled,
} from "../../transactions/transaction.ts";
import {
  type AuthorizedOrder,
  attachAuthorization,
  type Order,
  type Purchase,
  submitMint,
} from "./purchase.ts";

/**
 * Runs one wallet's purchases: requests authorizations, and finds mints that the wallet sent
 * without reporting the hash.
 */
export class PurchaseTracker extends TransactionTracker<AuthorizedOrder> {
  /** Runs an order: authorization, simulation, wallet prompt, confirmation. */
  readonly mint = async (order: Order, pasted?: SignedMintAuthorization): Promise<void> => {
    const before = this.read();
    this.become(submitMint(before, order, pasted));
    if (this.read() === before) return;
    await this.#requestAuthorization(this.read().stage);
    const { stage } = this.read();
    if (stage.step === "checking") await this.send(stage, mintCall(stage));
    else await this.checkSettled();
  };

  async #requestAuthorization(stage: Purchase["stage"]): Promise<void> {
    if (stage.step !== "authorizing") return;
    const { wallet, qty } = stage.order;
    try {
      const authorization = await requestAuthorization(wallet, qty);
      this.become(attachAuthorization(this.read(), authorization));
    } catch (error) {
      this.fail(stage, describeAuthorizationFailure(error));
    }
  }

  /** Whether the authorization was used on chain. */
  protected override async find(mint: Prompted<AuthorizedOrder>): Promise<boolean> {
    const { transactionID } = mint.authorization;
    if (!(await this.#isUsed(mint))) return false;
    const receipt = await findReceipt(this.client, mint).catch(() => undefined);
    this.become(confirm(this.read(), transactionID, receipt));
    return true;
  }

  /** Whether the mint was dropped. Without a receipt, an authorization that is unused again shows this. */
  protected override async isDropped(settled: Settled<AuthorizedOrder>): Promise<boolean> {
    const { stage, unanswered, receipt } = settled;
    const mint = stage.step === "sent" ? stage : unanswered;
    if (receipt === undefined && mint) return !(await this.#isUsed(mint));
    return super.isDropped(settled);
  }

  #isUsed({ authorization }: Prompted<AuthorizedOrder>): Promise<boolean> {
    return readContract(this.client, {
      abi: collectionAbi,
      address: runtimeConfig().contract,
      functionName: "usedTransactions",
      args: [authorization.transactionID],
    });
  }
}

function mintCall({ order: { qty, price }, authorization }: AuthorizedOrder): ContractCall {
  const data = encodeMint(mintArguments(authorization));
  return { to: runtimeConfig().contract, data, value: BigInt(qty) * price };
}

const transfer = parseAbiItem(
  "event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)",
);

/** Finds the mint that used an authorization at or after `fromBlock`, by its events. */
async function findReceipt(
  client: Client,
  { order, authorization, fromBlock }: Prompted<AuthorizedOrder>,
): Promise<TransactionReceipt | undefined> {
  const address = runtimeConfig().contract;
  const args = { from: zeroAddress, to: order.wallet };
  const logs = await getLogs(client, { address, event: transfer, args, fromBlock });
  for (const hash of new Set(logs.map(({ transactionHash }) => transactionHash))) {
    const { input } = await getTransaction(client, { hash });
    // A contract wallet's calldata contains the mint's calldata.
    if (input.includes(authorization.hash.slice(2))) return getTransactionReceipt(client, { hash });
  }
  return undefined;
}

/** Returns the IDs that a transaction minted to a wallet, in order. */
export function mintedTokens({ logs }: TransactionReceipt, wallet: Address): string[] {
  const { contract } = runtimeConfig();
  return parseEventLogs({ abi: collectionAbi, eventName: "Transfer", logs })
    .filter(({ address }) => isAddressEqual(address, contract))
    .filter(({ args }) => isAddressEqual(args.from, zeroAddress))
    .filter(({ args }) => isAddressEqual(args.to, wallet))
    .map(({ args }) => String(args.tokenId));
}

/**
 * Requests an authorization. Until the authorization is used, the service signs all requests under
 * the same transaction ID.
 *
 * @throws {ServiceError} on an error response, another error when the request failed or the response was invalid.
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
  if (!response.ok) throw await readProblem(response);
  return readAuthorization(await response.text());
}

/** Describes why the service authorized no mint. */
function describeAuthorizationFailure(error: unknown): Failure {
  if (error instanceof TypeError)
    return { ...rejected, message: unreachableMessage(attempts.mint) };
  if (!(error instanceof ServiceError))
    return { ...rejected, message: unexpectedResponseMessage(attempts.mint) };
  // A service without mint authorizations has no such route.
  const code = error.is("route.not_found") ? "mint.not_offered" : error.code;
  const message = apiErrorMessage(code, attempts.mint);
  return { ...rejected, message, isNotOffered: code === "mint.not_offered" };
}

const rejected = { failedAt: "service", isRejection: false } as const;

import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import { type Interface, id, toBeHex, Wallet, ZeroHash, zeroPadValue } from "ethers";
import type { FringeDrifters } from "#chain/FringeDrifters";
import type { ContractWallet } from "#chain/mocks/ContractWallet";
import {
  authorizeMint,
  type MintArguments,
} from "../../../../scripts/world/chain/localAccounts.ts";
import {
  addressOf,
  deployCollection,
  deployWallet,
  ethers,
  walletResponse,
} from "../collection.ts";
import {
  type Accounts,
  type Action,
  applyCall,
  type MintAction,
  type WalletAction,
} from "./actions.ts";
import {
  CollectionModel,
  type ModelAuthorization,
  ModelRevert,
  nobody,
} from "./collectionModel.ts";
import { errorName } from "./errorName.ts";

/** Largest payment that an account can afford; a mint that costs more is sent without Ether. */
const maxPayment = 10n ** 20n;

/** Keys that sign authorizations; the first one is the collection's initial signer. */
const [first, second] = [new Wallet(toBeHex(1, 32)), new Wallet(toBeHex(2, 32))];

const transferEvent = id("Transfer(address,address,uint256)");

interface Log {
  topics: readonly string[];
}

/** Takes no part in the sequences. */
const somebodyElse = "0x000000000000000000000000000000000000dEaD";

/** The contract, the model and the accounts that act on both. */
export interface ModeledCollection {
  collection: FringeDrifters;
  model: CollectionModel;
  cast: Accounts;
  accounts: ReadonlyMap<string, HardhatEthersSigner | ContractWallet>;
  chainId: number;
}

/** Result of an action: the name of its error, or its Transfer events. */
export interface Outcome {
  error?: string | undefined;
  transfers?: string[];
}

/** Fixture: a new collection, four accounts and two contracts; `modelOf` returns its model. */
export async function deployModeled(): Promise<Omit<ModeledCollection, "model">> {
  const { collection, administrator, holder, operator, stranger, domain } =
    await deployCollection();
  const wallets = [await deployWallet(), await deployWallet()];
  const actors = [administrator, holder, operator, stranger, ...wallets];
  const people = await Promise.all(actors.map(addressOf));
  await collection.adjustSigner(first);
  const cast = {
    administrator: administrator.address,
    people,
    wallets: people.slice(4),
    signers: [first.address, second.address],
  };
  return {
    collection,
    cast,
    accounts: new Map(people.map((address, index) => [address, at(actors, index)])),
    chainId: domain.chainId,
  };
}

/** Returns the model of a collection after `deployModeled`. */
export function modelOf({ cast }: Omit<ModeledCollection, "model">): CollectionModel {
  return new CollectionModel(
    cast.administrator,
    hexOf(first.address),
    "https://drifters.example/metadata/",
  );
}

/** Runs an action on the model and returns the result. */
export function predict({ model }: ModeledCollection, action: Action): Outcome {
  model.transfers = [];
  try {
    if (action.kind === "call") applyCall(model, action);
    if (action.kind === "wallet") model.receivers.set(action.wallet, action);
    if (action.kind === "mint") predictMint(model, action);
  } catch (rejection) {
    if (rejection instanceof ModelRevert) return { error: rejection.message };
    throw rejection;
  }
  return {
    transfers: model.transfers.map(({ from, to, tokenId }) => `${tokenId}: ${from} → ${to}`),
  };
}

function predictMint(model: CollectionModel, action: MintAction): void {
  const authorization = authorizationOf(model, action);
  if (action.forged === "hash") authorization.signer = "";
  model.mint(action, authorization, paymentFor(model, action));
}

/**
 * Runs an action on the contract and returns the result. Call it before `predict`: it reads the price from the model.
 */
export async function perform(modeled: ModeledCollection, action: Action): Promise<Outcome> {
  if (action.kind === "wallet") return changeWallet(modeled, action);
  const { collection } = modeled;
  if (action.kind === "mint") {
    const data = collection.interface.encodeFunctionData("FringeMint", await sign(modeled, action));
    return send(modeled, action.minter, data, paymentFor(modeled.model, action));
  }
  // Safety: `anyAction` and the tests pass the arguments of the contract's function.
  const plain: Interface = collection.interface;
  return send(modeled, action.caller, plain.encodeFunctionData(action.call, action.args), 0n);
}

async function changeWallet(modeled: ModeledCollection, action: WalletAction): Promise<Outcome> {
  const wallet = modeled.accounts.get(action.wallet);
  if (wallet === undefined || !("setResponse" in wallet)) throw new Error("This is no wallet.");
  await wallet.setResponse(walletResponse[action.token]);
  await wallet.setRejectsCoin(action.rejectsCoin);
  return { transfers: [] };
}

/** Sends a transaction from an account, or through a contract wallet. */
async function send(
  { accounts, collection, cast }: ModeledCollection,
  caller: string,
  data: string,
  value: bigint,
): Promise<Outcome> {
  const account = accounts.get(caller);
  if (account === undefined) throw new Error("Nobody has this address.");
  const to = await addressOf(collection);
  const isWallet = "setResponse" in account;
  const request = isWallet
    ? {
        from: cast.administrator,
        to: caller,
        data: account.interface.encodeFunctionData("execute", [to, data]),
      }
    : { from: caller, to, data };
  try {
    const hash = await ethers.provider.send("eth_sendTransaction", [
      { ...request, value: `0x${value.toString(16)}` },
    ]);
    return { transfers: transfersOf(cast, await readLogs(hash)) };
  } catch (error) {
    return { error: errorName(collection, error) };
  }
}

/** Reads raw logs from the node: ethers takes several times longer to decode a large gift's logs than to send it. */
async function readLogs(hash: string): Promise<readonly Log[]> {
  const receipt = await ethers.provider.send("eth_getTransactionReceipt", [hash]);
  return receipt.logs;
}

function transfersOf({ people }: Accounts, logs: readonly Log[]): string[] {
  const namesOf = new Map([nobody, ...people].map((address) => [topicOf(address), address]));
  return logs
    .filter(({ topics: [event] }) => event === transferEvent)
    .map(({ topics: [_, from = "", to = "", tokenId = ""] }) => {
      return `${BigInt(tokenId)}: ${namesOf.get(from) ?? from} → ${namesOf.get(to) ?? to}`;
    });
}

function topicOf(address: string): string {
  return zeroPadValue(address, 32).toLowerCase();
}

async function sign(modeled: ModeledCollection, action: MintAction): Promise<MintArguments> {
  const { collection, chainId, model } = modeled;
  const authorization = authorizationOf(model, action);
  const key = authorization.signer === first.address ? first : second;
  const domain = { chainId, contract: await addressOf(collection) };
  const minter = hexOf(authorization.minter);
  const [hash, signature] = await authorizeMint(key, domain, { ...authorization, minter });
  const given = action.forged === "hash" ? ZeroHash : hash;
  return [given, signature, action.transactionID, action.qty];
}

/** Returns the signed terms of an action: those the collection expects, except forged ones. */
function authorizationOf(model: CollectionModel, action: MintAction): ModelAuthorization {
  const { minter, qty, transactionID, forged } = action;
  const [right, wrong] =
    model.settings.signer === second.address ? [second, first] : [first, second];
  return {
    signer: (forged === "signer" ? wrong : right).address,
    minter: forged === "minter" ? somebodyElse : minter,
    phase: forged === "phase" ? `${model.settings.phase}!` : model.settings.phase,
    transactionID: forged === "transactionID" ? `${transactionID}!` : transactionID,
    qty: forged === "qty" ? qty + 1n : qty,
  };
}

function paymentFor(model: CollectionModel, { qty, surplus }: MintAction): bigint {
  const payment = model.settings.price * qty + surplus;
  return payment < 0n || payment > maxPayment ? 0n : payment;
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

function hexOf(address: string): `0x${string}` {
  // Safety: addresses always start with 0x.
  return address as `0x${string}`;
}

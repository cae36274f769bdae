import { expect } from "chai";
import { type Interface, id, toBeHex, Wallet, ZeroHash, zeroPadValue } from "ethers";
import type { CollectionContract } from "#chain/collection";
import type { ContractWallet } from "#chain/mocks/ContractWallet";
import { collectionConfig } from "#collection/collection.config.ts";
import { saleSettings, settingNames } from "#sale/saleSettings";
import { authorizeMint, type MintArguments } from "../../../scripts/world/chain/localAccounts.ts";
import {
  addressOf,
  deployCollection,
  deployWallet,
  provider,
  walletResponse,
} from "../../support/contracts/collection.ts";
import { errorName } from "../../support/contracts/errorName.ts";
import {
  type Accounts,
  type Action,
  applyCall,
  type MintAction,
  phaseNames,
  type WalletAction,
} from "./actions.ts";
import {
  CollectionModel,
  type ModelAuthorization,
  ModelRevert,
  nobody,
} from "./collectionModel.ts";

/** Largest payment that an account can afford; a mint that costs more is sent without Ether. */
const maxPayment = 10n ** 20n;

/** Keys that sign authorizations; the first one is the collection's initial signer. */
const [first, second] = [new Wallet(toBeHex(1, 32)), new Wallet(toBeHex(2, 32))];

const transferEvent = id("Transfer(address,address,uint256)");

/** Account that takes no part in the sequences. */
const somebodyElse = "0x000000000000000000000000000000000000dEaD";

/** The contract, the model and the accounts that act on both. */
export interface ModeledCollection {
  collection: CollectionContract;
  model: CollectionModel;
  cast: Accounts;
  /** The contracts among the accounts. */
  wallets: ReadonlyMap<string, ContractWallet>;
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
  const deployed = [await deployWallet(), await deployWallet()];
  const wallets = new Map<string, ContractWallet>();
  for (const wallet of deployed) wallets.set(await addressOf(wallet), wallet);
  const people = [administrator, holder, operator, stranger].map(({ address }) => address);
  await collection.adjustSigner(first);
  const cast = {
    administrator: administrator.address,
    people: [...people, ...wallets.keys()],
    wallets: [...wallets.keys()],
    signers: [first.address, second.address],
  };
  return { collection, cast, wallets, chainId: domain.chainId };
}

/** Returns the model of a collection after `deployModeled`. */
export function modelOf({ cast }: Pick<ModeledCollection, "cast">): CollectionModel {
  const baseURI = "https://drifters.example/metadata/";
  return new CollectionModel(cast.administrator, hexOf(first.address), baseURI);
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
  return { transfers: model.transfers };
}

function predictMint(model: CollectionModel, action: MintAction): void {
  const { minter, transactionID, qty } = action;
  const authorization = authorizationOf(model, action);
  if (action.forged === "hash") authorization.signer = "";
  model.mint({ minter, transactionID, qty }, authorization, paymentFor(model, action));
}

/**
 * Runs an action on the contract and returns the result. Call it before `predict`: it reads the price from the model.
 */
export async function perform(modeled: ModeledCollection, action: Action): Promise<Outcome> {
  if (action.kind === "wallet") return changeWallet(modeled, action);
  const { interface: functions }: { interface: Interface } = modeled.collection;
  if (action.kind === "mint") {
    const data = functions.encodeFunctionData(
      collectionConfig.mintFunction,
      await sign(modeled, action),
    );
    return send(modeled, action.minter, data, paymentFor(modeled.model, action));
  }
  return send(modeled, action.caller, functions.encodeFunctionData(action.call, action.args), 0n);
}

async function changeWallet({ wallets }: ModeledCollection, action: WalletAction) {
  await wallets.get(action.wallet)?.setResponse(walletResponse[action.token]);
  await wallets.get(action.wallet)?.setRejectsCoin(action.rejectsCoin);
  return { transfers: [] };
}

/** Sends a transaction from an account, or through a contract wallet. */
async function send(
  { wallets, collection, cast }: ModeledCollection,
  caller: string,
  data: string,
  value: bigint,
): Promise<Outcome> {
  const to = await addressOf(collection);
  const execution = wallets.get(caller)?.interface.encodeFunctionData("execute", [to, data]);
  const request = execution
    ? { from: cast.administrator, to: caller, data: execution }
    : { from: caller, to, data };
  try {
    const hash = await provider.request({
      method: "eth_sendTransaction",
      params: [{ ...request, value: `0x${value.toString(16)}` }],
    });
    return { transfers: await transfersOf(cast, hash) };
  } catch (error) {
    return { error: errorName(collection, error) };
  }
}

/** Reads raw logs from the node: ethers takes several times longer to decode a large gift's logs than to send it. */
async function transfersOf({ people }: Accounts, hash: unknown): Promise<string[]> {
  const receipt = await provider.request({ method: "eth_getTransactionReceipt", params: [hash] });
  // Safety: the transaction has been mined.
  const { logs } = receipt as { logs: { topics: readonly string[] }[] };
  const names = new Map(
    [nobody, ...people].map((address) => [zeroPadValue(address, 32).toLowerCase(), address]),
  );
  return logs
    .filter(({ topics: [event] }) => event === transferEvent)
    .map(({ topics: [_, from = "", to = "", tokenId = ""] }) => {
      return `${BigInt(tokenId)}: ${names.get(from) ?? from} → ${names.get(to) ?? to}`;
    });
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

/** Returns an action's signed terms: the terms that the collection expects, overridden by forged ones. */
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

function hexOf(address: string): `0x${string}` {
  // Safety: addresses always start with 0x.
  return address as `0x${string}`;
}

/** A view with its arguments, and its result or the name of its error. */
type ExpectedView = [name: string, args: readonly unknown[], result: unknown];

/** Maximum number of tokens that are compared one by one. */
const sample = 200;

/** Compares the state that mints, gifts, transfers and payments change. */
export async function compareSums(modeled: ModeledCollection): Promise<void> {
  await compare(modeled, sumsOf(modeled));
  const { collection, model, cast } = modeled;
  for (const person of cast.people) {
    const listed = await readPages(collection, person, 10_000);
    expect(ascending(listed), person).to.deep.equal(model.tokensOf(person));
  }
}

/** Compares all views. */
export async function compareAll(modeled: ModeledCollection): Promise<void> {
  await compare(modeled, viewsOf(modeled));
  const { collection, model, cast } = modeled;
  for (const person of cast.people) {
    const expected = model.tokensOf(person);
    if (expected.length > sample) continue;
    const indices = expected.map((_, index) => index);
    const tokens = await Promise.all(
      indices.map((index) => read(collection, "tokenOfOwnerByIndex", [person, index])),
    );
    expect(ascending(tokens.map(Number)), person).to.deep.equal(expected);
    for (const count of [1, 7]) {
      const pages = await readPages(collection, person, count);
      expect(pages, `${person} by ${count}`).to.deep.equal(tokens.map(Number).reverse());
    }
  }
}

/** Reads an owner's tokens in pages of `count`. */
async function readPages(
  collection: CollectionContract,
  owner: string,
  count: number,
): Promise<number[]> {
  const tokens: number[] = [];
  let cursor: unknown = 0n;
  do {
    const page = await read(collection, "tokensOfOwner", [owner, cursor, count]);
    // Safety: the view returns IDs and a cursor.
    const [ids, next] = page as [bigint[], bigint];
    expect(ids.length, "tokens on a page").to.be.at.most(count);
    tokens.push(...ids.map(Number));
    expect(tokens.length, "tokens on all pages").to.be.at.most(10_000);
    cursor = next;
  } while (cursor !== 0n);
  return tokens;
}

function ascending(ids: readonly number[]): number[] {
  return ids.toSorted((a, b) => a - b);
}

function sumsOf({ model }: Pick<ModeledCollection, "model">): ExpectedView[] {
  return [
    ["totalSupply", [], model.owners.size],
    ["totalBalance", [], model.coin],
  ];
}

/** Yields every view of the collection with the model's result, except enumeration by owner. */
export function* viewsOf({
  model,
  cast,
}: Pick<ModeledCollection, "model" | "cast">): Generator<ExpectedView> {
  yield* sumsOf({ model });
  for (const name of settingNames) yield [saleSettings[name].view, [], model.settings[name]];
  yield ["owner", [], model.owner];
  yield ["withdrawAddress", [], model.withdrawAddress];
  yield ["contractURI", [], model.baseURI && `${model.baseURI}collection.json`];
  const [receiver, basisPoints] = model.settings.royalty;
  for (const salePrice of [0n, 9_999n, 10n ** 18n + 1n, 2n ** 256n - 1n]) {
    const amount = (salePrice * basisPoints) / 10_000n;
    yield ["royaltyInfo", [7, salePrice], [receiver, amount]];
  }
  const sales = Array.from({ length: 9 }, (_, index) => `sale ${5 * index}`);
  for (const transactionID of [...[...model.used].slice(-sample), ...sales]) {
    yield ["usedTransactions", [transactionID], model.used.has(transactionID)];
  }
  for (const name of phaseNames) {
    const { start, end, count } = model.phase(name);
    yield ["AllPhases", [name], [start, end, count]];
    yield ["getSupplyForPhase", [name], count];
  }
  const tokens = model.tokens();
  for (const [index, id] of tokens.slice(0, sample).entries()) yield ["tokenByIndex", [index], id];
  yield ["tokenByIndex", [tokens.length], "ExceedsCurrentSupply"];
  const nearPhases = Array.from({ length: 31 }, (_, tokenId) => tokenId);
  for (const id of new Set([...nearPhases, ...tokens.slice(0, sample)])) {
    const owner = model.owners.get(id);
    const approved = owner ? (model.approvals.get(id) ?? nobody) : undefined;
    const uri = owner && `${model.baseURI}${id}.json`;
    yield ["ownerOf", [id], owner ?? "OwnerQueryForNonexistentToken"];
    yield ["getApproved", [id], approved ?? "ApprovalQueryForNonexistentToken"];
    yield ["tokenURI", [id], uri ?? "DoesNotExist"];
  }
  for (const person of cast.people) {
    yield ["balanceOf", [person], model.tokensOf(person).length];
    for (const other of cast.people) {
      yield ["isApprovedForAll", [person, other], model.isApprovedForAll(person, other)];
    }
  }
}

async function compare(modeled: ModeledCollection, views: Iterable<ExpectedView>): Promise<void> {
  for (const [name, args, expected] of views) {
    const result = await read(modeled.collection, name, args).catch((error) =>
      errorName(modeled.collection, error),
    );
    expect(String(result), `${name}(${args})`).to.equal(String(expected));
  }
}

/** Reads a view without ethers' contracts, which take several times longer than the node. */
async function read(
  { interface: views, target }: { interface: Interface; target: unknown },
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const call = { to: target, data: views.encodeFunctionData(name, args) };
  // Safety: a node returns the call's data.
  const data = (await provider.request({ method: "eth_call", params: [call, "latest"] })) as string;
  const results = views.decodeFunctionResult(name, data);
  return results.length === 1 ? results[0] : results;
}

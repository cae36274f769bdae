import { randomUUID } from "node:crypto";
import type { HardhatEthersSigner } from "@nomicfoundation/hardhat-ethers/types";
import type { ContractTransaction, Signer } from "ethers";
import type { CollectionContract } from "#chain/collection";
import type { ContractWallet } from "#chain/mocks/ContractWallet";
import { collectionConfig } from "#collection/collection.config.ts";
import type { CollectionRef } from "#protocol/chain/collectionRef";
import type { MintAuthorization } from "#protocol/wire/mintAuthorization";
import { ethers, networkHelpers, provider } from "../../../scripts/shared/hardhat/contractChain.ts";
import { authorizeMint, type MintArguments } from "../../../scripts/world/chain/localAccounts.ts";

export { ethers, networkHelpers, provider };

/** Phase of `openSale`: IDs 1 to 100. */
export const openPhase = { name: "First Dust", startingPoint: 1n, endPoint: 101n } as const;

export const startingPrice = ethers.parseEther("0.08");

/** A deployed collection and its accounts. */
export interface Sale {
  collection: CollectionContract;
  /** Collection and chain for which authorizations are signed. */
  domain: CollectionRef;
  /** Deployer, owner and withdraw address. */
  administrator: HardhatEthersSigner;
  /** Account that signs mint authorizations. */
  signer: HardhatEthersSigner;
  holder: HardhatEthersSigner;
  operator: HardhatEthersSigner;
  /** Account without a role. */
  stranger: HardhatEthersSigner;
}

/** Deploys a collection without phases, with minting off. A fixture. */
export async function deployCollection(): Promise<Sale> {
  const [administrator, signer, holder, operator, stranger] = await ethers.getSigners();
  if (!administrator || !signer || !holder || !operator || !stranger) {
    throw new Error("The simulated chain has too few accounts.");
  }
  const collection = await ethers.deployContract(
    collectionConfig.contract,
    ["https://drifters.example/metadata/", signer.address],
    administrator,
  );
  const { chainId } = await ethers.provider.getNetwork();
  const domain = { chainId: Number(chainId), contract: await addressOf(collection) };
  return { collection, domain, administrator, signer, holder, operator, stranger };
}

/** Deploys a collection with minting on in `openPhase`. A fixture. */
export async function openSale(): Promise<Sale> {
  const sale = await deployCollection();
  await sale.collection.adjustPhases(openPhase.name, openPhase.startingPoint, openPhase.endPoint);
  await sale.collection.changePhase(openPhase.name);
  await sale.collection.toggleMint();
  return sale;
}

/** Opens a sale in which `holder` owns tokens 1, 2 and 3. A fixture. */
export async function openWithTokens(): Promise<Sale> {
  const sale = await openSale();
  await mint(sale, { qty: 3n });
  return sale;
}

/** Opens a sale with two tokens left in the open phase. A fixture. */
export async function openNearlySoldOut(): Promise<Sale> {
  const sale = await openSale();
  const receivers = Array<string>(98).fill(sale.administrator.address);
  await sale.collection.gift(openPhase.name, receivers);
  return sale;
}

/** Number of tokens in `openNearlyFull`. */
export const allButThree = 9_997;

/** Opens a sale with 9,997 gifted tokens in one phase, and a hundred more IDs in the active one. A fixture. */
export async function openNearlyFull(): Promise<Sale> {
  const sale = await openSale();
  const { collection, administrator } = sale;
  await collection.adjustPhases("Great Gift", 20_000, 30_000);
  const giftOf = (count: number) =>
    collection.gift.populateTransaction(
      "Great Gift",
      Array<string>(count).fill(administrator.address),
    );
  const hundred = await giftOf(100);
  // Sends raw requests, because a signer would encode and decode each of these long transactions again.
  for (let given = 100; given <= allButThree; given += 100) await send(administrator, hundred);
  await send(administrator, await giftOf(allButThree % 100));
  return sale;
}

async function send({ address }: HardhatEthersSigner, { to, data }: ContractTransaction) {
  await provider.request({ method: "eth_sendTransaction", params: [{ from: address, to, data }] });
}

/** Overrides of the default authorization: the holder's, for one token in the open phase. */
export interface MintRequest extends Partial<Omit<MintAuthorization, "minter">> {
  minter?: HardhatEthersSigner | ContractWallet;
  /** Defaults to the collection's signer. */
  signer?: Signer;
  /** Defaults to this collection on this chain. */
  domain?: CollectionRef;
}

/** Returns the arguments of an authorized `FringeMint`. */
export async function authorize(sale: Sale, request: MintRequest = {}): Promise<MintArguments> {
  const { minter = sale.holder, signer = sale.signer, domain = sale.domain, ...terms } = request;
  return authorizeMint(signer, domain, {
    minter: await addressOf(minter),
    phase: openPhase.name,
    transactionID: randomUUID(),
    qty: 1n,
    ...terms,
  });
}

/** Mints with an authorization and exact payment; returns the transaction. */
export async function mint(
  sale: Sale,
  request: Omit<MintRequest, "minter"> & { minter?: HardhatEthersSigner } = {},
) {
  const { minter = sale.holder, qty = 1n } = request;
  const args = await authorize(sale, request);
  const value = qty * (await sale.collection[collectionConfig.priceFunction]());
  return sale.collection.connect(minter)[collectionConfig.mintFunction](...args, { value });
}

/** Deploys a contract wallet. */
export function deployWallet(): Promise<ContractWallet> {
  return ethers.deployContract("ContractWallet");
}

/** Reactions of `ContractWallet` to a token; mirrors its enum. */
export const walletResponse = {
  accepts: 0,
  misunderstands: 1,
  revertsSilently: 2,
  revertsWithReason: 3,
} as const;

/** Returns every token of an owner, in ascending order of ID. */
export async function tokensOf(
  collection: CollectionContract,
  owner: HardhatEthersSigner | ContractWallet,
): Promise<bigint[]> {
  const balance = await collection.balanceOf(owner);
  const indices = Array.from({ length: Number(balance) }, (_, index) => index);
  const tokens = await Promise.all(
    indices.map((index) => collection.tokenOfOwnerByIndex(owner, index)),
  );
  return tokens.sort((a, b) => (a < b ? -1 : 1));
}

/** Returns every token, in the order of `tokenByIndex`. */
export async function allTokens(collection: CollectionContract): Promise<bigint[]> {
  const supply = await collection.totalSupply();
  const indices = Array.from({ length: Number(supply) }, (_, index) => index);
  return Promise.all(indices.map((index) => collection.tokenByIndex(index)));
}

/** Returns the state that a reverted transaction must leave unchanged. */
export async function stateOf(sale: Sale, phase: string = openPhase.name) {
  const { collection, holder } = sale;
  const [[startingPoint, endPoint, currentCount], supply, coin, tokens] = await Promise.all([
    collection.AllPhases(phase),
    collection.totalSupply(),
    collection.totalBalance(),
    tokensOf(collection, holder),
  ]);
  return { startingPoint, endPoint, currentCount, supply, coin, tokens };
}

export async function addressOf(account: {
  getAddress(): Promise<string>;
}): Promise<`0x${string}`> {
  const address = await account.getAddress();
  // Safety: ethers' addresses always start with 0x.
  return address as `0x${string}`;
}

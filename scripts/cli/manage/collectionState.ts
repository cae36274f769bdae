import { type Address, type Client, encodeFunctionData, isAddressEqual, zeroAddress } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import {
  decodeView,
  ownerCall,
  readSale,
  type SaleFacts,
  viewCall,
} from "#protocol/sale/saleFacts";
import { type SimulationCall, simulate } from "#protocol/sale/simulate";
import type { ConnectedChain } from "../mint/collection.ts";

/** The collection's state at one block. */
export interface CollectionState {
  chainId: number;
  blockNumber: bigint;
  contract: Address;
  sale: SaleFacts;
  withdrawer: Address;
  /** Wei that the contract holds. */
  balance: bigint;
  /** What precedes `{id}.json`; absent while no drifter is minted and no gift could be simulated. */
  baseURI?: string | undefined;
}

/** A node's client and the collection's address. */
export interface Place extends Pick<ConnectedChain, "client" | "chainId"> {
  contract: Address;
}

/** @throws what `readSale` throws. */
export async function readCollectionState(
  { client, chainId, contract }: Place,
  blockNumber: bigint,
): Promise<CollectionState> {
  const viewOf = (functionName: "withdrawAddress" | "totalBalance") =>
    viewCall(contract, encodeFunctionData({ abi: fringeDriftersAbi, functionName }));
  const sale = await readSale(client, contract, blockNumber);
  const [withdrawer, balance] = await simulate(client, {
    calls: [viewOf("withdrawAddress"), viewOf("totalBalance")],
    blockNumber,
  });
  return {
    chainId,
    blockNumber,
    contract,
    sale,
    // Safety: each is decoded as the type of its view.
    withdrawer: decodeView("withdrawAddress", withdrawer) as Address,
    balance: decodeView("totalBalance", balance) as bigint,
    baseURI: await readBaseURI(client, contract, sale, blockNumber),
  };
}

/** Whether this is the zero address. */
export function isZeroAddress(address: Address): boolean {
  return isAddressEqual(address, zeroAddress);
}

/** Returns the first drifter, or while none is minted, the one that a gift would mint. */
export async function firstToken(
  client: Client,
  contract: Address,
  sale: SaleFacts,
  blockNumber: bigint,
): Promise<bigint> {
  if (sale.totalSupply === 0n) return sale.phase.startingPoint;
  const requests = [view(contract, "tokenByIndex", 0n)];
  const [result] = await simulate(client, { calls: requests, blockNumber });
  // Safety: decoded as the type of the view.
  return decodeView("tokenByIndex", result) as bigint;
}

/**
 * Reads the base URI from a minted drifter's token URI. While none is minted, one is gifted in a simulation.
 */
async function readBaseURI(
  client: Client,
  contract: Address,
  sale: SaleFacts,
  blockNumber: bigint,
): Promise<string | undefined> {
  const tokenId = await firstToken(client, contract, sale, blockNumber);
  const tokenURI = view(contract, "tokenURI", tokenId);
  const needsGift = sale.totalSupply === 0n && !isZeroAddress(sale.owner);
  const requests = needsGift ? [giftOf(contract, sale), tokenURI] : [tokenURI];
  const result = (await simulate(client, { calls: requests, blockNumber })).at(-1);
  if (!result?.succeeded) return undefined;
  return String(decodeView("tokenURI", result)).replace(`${tokenId}.json`, "");
}

function giftOf(contract: Address, { owner, phase }: SaleFacts): SimulationCall {
  return ownerCall(owner, contract, { functionName: "gift", args: [phase.name, [owner]] });
}

function view(
  contract: Address,
  functionName: "tokenByIndex" | "tokenURI",
  id: bigint,
): SimulationCall {
  const data = encodeFunctionData({ abi: fringeDriftersAbi, functionName, args: [id] });
  return viewCall(contract, data);
}

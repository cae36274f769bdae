import { type Address, type Client, encodeFunctionData, isAddressEqual, zeroAddress } from "viem";
import { collectionAbi } from "#chain/abi";
import { formatEtherAmount } from "#protocol/values/ether";
import { countIds, describeIds } from "#sale/phaseRange";
import {
  decodeView,
  readSale,
  type SaleFacts,
  toCallRequest,
  type View,
  viewCall,
} from "#sale/saleFacts";
import { type SettingName, saleSettings, settingKind, settingNames } from "#sale/saleSettings";
import { pickSettings } from "#sale/settingCalls";
import { type SimulationCall, simulate } from "#sale/simulate";
import { formatTable } from "../../shared/commandLine/formatTable.ts";
import { type ConnectedChain, newestBlock } from "./connect.ts";

/** The collection's state at one block. */
export interface CollectionState {
  chainId: number;
  blockNumber: bigint;
  contract: Address;
  sale: SaleFacts;
  withdrawer: Address;
  /** Contract balance in wei. */
  balance: bigint;
  /** The first token; while none is minted, the token that a gift would mint. */
  firstToken: bigint;
  /** The prefix of `{id}.json`; absent while no token is minted and no gift can be simulated. */
  baseURI?: string | undefined;
}

/** A node client and the collection's address. */
export interface CollectionOnChain extends Pick<ConnectedChain, "client" | "chainId"> {
  contract: Address;
}

/** @param blockNumber the latest block by default. @throws {Error} what `readSale` throws. */
export async function readCollectionState(
  { client, chainId, contract }: CollectionOnChain,
  blockNumber?: bigint,
): Promise<CollectionState> {
  const block = blockNumber ?? (await newestBlock({ client, chainId }, contract));
  const sale = await readSale(client, contract, block);
  const isMinted = sale.totalSupply > 0n;
  const views = [
    viewOf(contract, "withdrawAddress"),
    viewOf(contract, "totalBalance"),
    ...(isMinted ? [viewOf(contract, "tokenByIndex", [0n])] : []),
  ];
  const [withdrawer, balance, first] = await simulate(client, { calls: views, blockNumber: block });
  // Safety: each value is decoded as the type of its view.
  const firstToken = isMinted
    ? (decodeView("tokenByIndex", first) as bigint)
    : sale.phase.startingPoint;
  return {
    chainId,
    blockNumber: block,
    contract,
    sale,
    withdrawer: decodeView("withdrawAddress", withdrawer) as Address,
    balance: decodeView("totalBalance", balance) as bigint,
    firstToken,
    baseURI: await readBaseURI(client, { contract, sale, firstToken }, block),
  };
}

/** Returns the `eth_call` request for a view. */
function viewOf(
  contract: Address,
  functionName: View,
  args: readonly unknown[] = [],
): SimulationCall {
  // Safety: callers pass the view's arguments, which viem checks again.
  const data = encodeFunctionData({ abi: collectionAbi, functionName, args } as never);
  return viewCall(contract, data);
}

/** Returns whether an address is the zero address. */
export function isZeroAddress(address: Address): boolean {
  return isAddressEqual(address, zeroAddress);
}

/** Derives the base URI from a minted token's token URI. While no token is minted, simulates a gift first. */
async function readBaseURI(
  client: Client,
  { contract, sale, firstToken }: Pick<CollectionState, "contract" | "sale" | "firstToken">,
  blockNumber: bigint,
): Promise<string | undefined> {
  const { totalSupply, owner, phase } = sale;
  const gift = { functionName: "gift", args: [phase.name, [owner]] } as const;
  const needsGift = totalSupply === 0n && !isZeroAddress(owner);
  const calls = [
    ...(needsGift ? [toCallRequest(owner, contract, gift)] : []),
    viewOf(contract, "tokenURI", [firstToken]),
  ];
  const result = (await simulate(client, { calls, blockNumber })).at(-1);
  if (!result?.succeeded) return undefined;
  return String(decodeView("tokenURI", result)).replace(`${firstToken}.json`, "");
}

/** Describes the collection's state, one line per value. */
export function describeCollectionState(state: CollectionState): string {
  const { chainId, blockNumber, contract, sale, withdrawer, balance, baseURI } = state;
  const { totalSupply, maxSupply } = sale;
  return formatTable([
    ["Chain", `${chainId}, block ${blockNumber}`],
    ["Contract", contract],
    ["Owner", isZeroAddress(sale.owner) ? "nobody (renounced)" : sale.owner],
    ["Withdrawer", isZeroAddress(withdrawer) ? "nobody" : withdrawer],
    ["Holds", formatEtherAmount(balance)],
    ...settingNames.map((name) => [saleSettings[name].label, formatSetting(name, sale)] as const),
    ["Minted", `${totalSupply} of ${maxSupply}`],
    ["Base URI", baseURI ?? "unknown until a token is minted"],
  ]);
}

function formatSetting<Name extends SettingName>(name: Name, sale: SaleFacts): string {
  const value = settingKind(name).format(pickSettings(sale)[name], "ETH");
  if (name !== "phase") return value;
  const total = countIds(sale.phase);
  const left = total - sale.phase.currentCount;
  return `${value}: ${describeIds(sale.phase)}, ${left} of ${total} left`;
}

import {
  type Address,
  type Client,
  type ContractFunctionName,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
} from "viem";
import { collectionAbi } from "#chain/abi";
import { type CollectionCall, encodeCall } from "#sale/collectionCalls";
import { describeRevert, type Revert } from "./revert.ts";
import type { SaleCall } from "./saleCalls.ts";
import { type SaleSettings, type SettingName, saleSettings, settingNames } from "./saleSettings.ts";
import { type Outcome, type SimulationCall, simulate } from "./simulate.ts";

/** A phase on the chain: the IDs [startingPoint, endPoint), `currentCount` of them minted. */
export interface PhaseFacts {
  name: string;
  startingPoint: bigint;
  endPoint: bigint;
  currentCount: bigint;
}

/** The state of the sale at one block. */
export interface SaleFacts extends Omit<SaleSettings, "phase"> {
  /** Maximum quantity of one mint or gift, independent of `maxBatch`. */
  hardBatchLimit: bigint;
  owner: Address;
  totalSupply: bigint;
  maxSupply: bigint;
  /** The active phase. */
  phase: PhaseFacts;
  /** Timestamp of the block, in seconds since 1970. */
  timestamp: bigint;
}

/** Outcome of a simulated call. */
export interface CallOutcome<Call extends CollectionCall = SaleCall> {
  call: Call;
  /** Why the call reverted; absent if it succeeded. */
  revert?: Revert;
}

/** Name of a view or pure function of the contract. */
export type View = ContractFunctionName<typeof collectionAbi, "view" | "pure">;

const additionalViews = {
  hardBatchLimit: "HARD_BATCH_LIMIT",
  owner: "owner",
  totalSupply: "totalSupply",
  maxSupply: "MAX_SUPPLY",
} as const satisfies Record<string, View>;

/** Facts that limit the quantity of a mint. */
export const quantityFacts = [
  "maxBatch",
  "hardBatchLimit",
  "phase",
  "totalSupply",
  "maxSupply",
] as const;
export type QuantityFacts = Pick<SaleFacts, (typeof quantityFacts)[number]>;

/** The view that returns each sale fact; `CURRENTPHASE` returns only the phase's name. */
export const saleViews: Readonly<Record<Exclude<keyof SaleFacts, "timestamp">, View>> = {
  // Safety: the table has an entry for each setting.
  ...(Object.fromEntries(settingNames.map((name) => [name, saleSettings[name].view])) as Record<
    SettingName,
    View
  >),
  ...additionalViews,
};

// Safety: the table has no other keys.
const viewNames = Object.keys(saleViews) as (keyof typeof saleViews)[];

/**
 * Reads the sale at a block with plain calls.
 *
 * @param collection the contract's address.
 * @throws {Error} if the address has no collection, and the errors of the node's transport.
 */
export async function readSale(
  client: Client,
  collection: Address,
  blockNumber: bigint,
): Promise<SaleFacts> {
  const read = (functionName: View, args: readonly unknown[] = []) =>
    readView(client, collection, blockNumber, functionName, args);
  const [timestamp, ...values] = await Promise.all([
    readTimestamp(client, blockNumber),
    ...viewNames.map((name) => read(saleViews[name])),
  ]);
  const facts = toFacts(values);
  return {
    ...facts,
    timestamp,
    phase: toPhaseFacts(facts.phase, await read("AllPhases", [facts.phase])),
  };
}

async function readView(
  client: Client,
  collection: Address,
  blockNumber: bigint,
  functionName: View,
  args: readonly unknown[],
): Promise<unknown> {
  const data = encodeFunctionData({ abi: collectionAbi, functionName, args } as never);
  const call = { to: collection, data };
  const params = [call, numberToHex(blockNumber)] as const;
  const result = await client.request({ method: "eth_call", params: [...params] });
  return decodeView(functionName, { succeeded: true, data: result });
}

/**
 * Simulates the owner's calls in order at a block, and reads the sale after them.
 *
 * @throws the errors of `simulate`, and {Error} if the address has no collection.
 */
export async function readSaleAfter(
  client: Client,
  collection: Address,
  calls: readonly SaleCall[],
  blockNumber: bigint,
): Promise<{ sale: SaleFacts; outcomes: CallOutcome[] }> {
  const owner = await readOwner(client, collection, blockNumber);
  const ownerCalls = calls.map((call) => toCallRequest(owner, collection, call));
  const viewCalls = viewNames.map((name) =>
    viewCall(collection, encodeFunctionData({ abi: collectionAbi, functionName: saleViews[name] })),
  );
  const [timestamp, outcomesOfCalls] = await Promise.all([
    readTimestamp(client, blockNumber),
    simulate(client, { calls: [...ownerCalls, ...viewCalls], blockNumber }),
  ]);
  const results = outcomesOfCalls.slice(calls.length);
  const facts = toFacts(
    viewNames.map((name, index) => decodeView(saleViews[name], results[index])),
  );
  const [phase] = await readPhases(client, collection, [facts.phase], ownerCalls, blockNumber);
  if (phase === undefined) throw new Error("The active phase was not returned.");
  const outcomes = calls.map((call, index) => toCallOutcome(call, outcomesOfCalls[index]));
  return { sale: { ...facts, timestamp, phase }, outcomes };
}

/** Maps the views' results, in order, to facts by name. */
function toFacts(values: readonly unknown[]) {
  const facts = Object.fromEntries(viewNames.map((name, index) => [name, values[index]]));
  // Safety: each value is decoded as the type of its view.
  return facts as unknown as Omit<SaleFacts, "phase" | "timestamp"> & { phase: string };
}

/** Reads a block's timestamp in seconds since 1970. */
async function readTimestamp(client: Client, blockNumber: bigint): Promise<bigint> {
  const params = [numberToHex(blockNumber), false] as const;
  const block = await client.request({ method: "eth_getBlockByNumber", params: [...params] });
  if (block === null) throw new Error(`The node does not have block ${blockNumber}.`);
  return BigInt(block.timestamp);
}

/**
 * Converts a phase's view result to facts.
 * @param result what `AllPhases` returns for the name.
 */
export function toPhaseFacts(name: string, result: unknown): PhaseFacts {
  // Safety: AllPhases returns three numbers.
  const [startingPoint, endPoint, currentCount] = result as readonly [bigint, bigint, bigint];
  return { name, startingPoint, endPoint, currentCount };
}

/** Reads phases by name after simulating `requests`; a phase without IDs has bounds of zero. */
export async function readPhases(
  client: Client,
  collection: Address,
  names: readonly string[],
  requests: readonly SimulationCall[],
  blockNumber: bigint,
): Promise<PhaseFacts[]> {
  const viewCalls = names.map((name) =>
    viewCall(
      collection,
      encodeFunctionData({ abi: collectionAbi, functionName: "AllPhases", args: [name] }),
    ),
  );
  const outcomesOfCalls = await simulate(client, {
    calls: [...requests, ...viewCalls],
    blockNumber,
  });
  return names.map((name, index) =>
    toPhaseFacts(name, decodeView("AllPhases", outcomesOfCalls[requests.length + index])),
  );
}

/** Returns the simulation request for a call sent by the owner or, for a withdrawal, by the withdraw address. */
export function toCallRequest(
  owner: Address,
  collection: Address,
  call: CollectionCall,
): SimulationCall {
  return { from: owner, to: collection, data: encodeCall(call) };
}

export function toCallOutcome<Call extends CollectionCall>(
  call: Call,
  outcome: Outcome | undefined,
): CallOutcome<Call> {
  if (outcome?.succeeded) return { call };
  return { call, revert: describeRevert(outcome?.data ?? "0x") };
}

/** Reads the collection's owner; the zero address if ownership was renounced. */
async function readOwner(
  client: Client,
  collection: Address,
  blockNumber: bigint,
): Promise<Address> {
  const data = encodeFunctionData({ abi: collectionAbi, functionName: "owner" });
  const [result] = await simulate(client, { calls: [viewCall(collection, data)], blockNumber });
  // Safety: decoded as the type of the view.
  return decodeView("owner", result) as Address;
}

/** Reads whether a transaction ID is used, with a plain call. */
export async function readUsed(
  client: Client,
  collection: Address,
  transactionID: string,
  blockNumber: bigint,
): Promise<boolean> {
  const isUsed = await readView(client, collection, blockNumber, "usedTransactions", [
    transactionID,
  ]);
  return isUsed === true;
}

/** Sender of view calls; any address would work. */
const viewCaller: Address = "0x00000000000000000000000000000000000a5ce2";

/** Returns the request for a view with `data`. */
export function viewCall(collection: Address, data: Hex): SimulationCall {
  return { from: viewCaller, to: collection, data };
}

/** Decodes a view's result. */
export function decodeView(functionName: View, result: Outcome | undefined): unknown {
  if (!result?.succeeded || result.data === "0x") {
    throw new Error(
      `The contract returned no ${functionName}(). Check the collection's address and the chain.`,
    );
  }
  return decodeFunctionResult({ abi: collectionAbi, functionName, data: result.data });
}

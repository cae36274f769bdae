import { type Address, type Client, encodeFunctionData, type Hex } from "viem";
import { collectionAbi } from "#chain/abi";
import type { CollectionCall } from "#sale/collectionCalls";
import { describeIds, phaseTitle } from "./phaseRange.ts";
import type { SaleCall } from "./saleCalls.ts";
import {
  type CallOutcome,
  decodeView,
  type PhaseFacts,
  readPhases,
  readSaleAfter,
  type SaleFacts,
  toCallOutcome,
  toCallRequest,
  type View,
  viewCall,
} from "./saleFacts.ts";
import { findSetting, saleSettings, settingKind } from "./saleSettings.ts";
import { type Outcome, type SimulationCall, simulate } from "./simulate.ts";

/** Describes a call's effect. */
export interface CallEffect<Call extends CollectionCall = SaleCall> extends CallOutcome<Call> {
  /** Title of the changed value: `Price` or `“First Dust”`. */
  subject: string;
  before: string;
  /** Equals `before` if the call fails. */
  after: string;
}

/** The sale and its phases at one block. */
export interface SaleState {
  sale: SaleFacts;
  phases: PhaseFacts[];
}

export interface CallsSimulation {
  /** Effects in call order. */
  effects: CallEffect[];
  after: SaleState;
}

interface SaleQuery {
  collection: Address;
  /** Names of the phases to read, in addition to the active one. */
  phaseNames: readonly string[];
  blockNumber: bigint;
}

interface CallsQuery extends SaleQuery {
  owner: Address;
  calls: readonly SaleCall[];
  /** Symbol of the chain's currency. */
  symbol: string;
}

/**
 * Reads the sale and its phases at a block, or after simulated calls by the owner.
 *
 * @throws {Error} what `readSale` throws.
 */
export async function readSaleState(
  client: Client,
  { collection, phaseNames, blockNumber }: SaleQuery,
  calls: readonly SaleCall[] = [],
): Promise<SaleState> {
  const { sale } = await readSaleAfter(client, collection, calls, blockNumber);
  const requests = calls.map((call) => toCallRequest(sale.owner, collection, call));
  const names = new Set([...phaseNames, sale.phase.name]);
  const phases = await readPhases(client, collection, [...names], requests, blockNumber);
  return { sale, phases };
}

/**
 * Simulates the owner's calls in sequence at a block.
 *
 * @throws {Error} what `readSale` throws.
 */
export async function simulateCalls(client: Client, query: CallsQuery): Promise<CallsSimulation> {
  const [effects, after] = await Promise.all([
    readEffects(client, query),
    readSaleState(client, query, query.calls),
  ]);
  return { effects, after };
}

async function readEffects(
  client: Client,
  { collection, owner, calls, symbol, blockNumber }: CallsQuery,
): Promise<CallEffect[]> {
  const simulations = calls.map((call) => ({
    call,
    request: toCallRequest(owner, collection, call),
    ...saleSubject(collection, call, symbol),
  }));
  return simulateEach(client, simulations, blockNumber);
}

/** Identifies the value that a call changes, and how to read that value. */
export interface CallSubject {
  /** Title of the changed value: `Price` or `“First Dust”`. */
  subject: string;
  view: SimulationCall;
  /** Formats the view's result. */
  formatResult(result: Outcome | undefined): string;
}

/** A call to simulate, and its sender. */
export interface SimulatedCall<Call extends CollectionCall> extends CallSubject {
  call: Call;
  request: SimulationCall;
}

/** In one simulation, reads each call's subject before and after the call. */
export async function simulateEach<Call extends CollectionCall>(
  client: Client,
  simulations: readonly SimulatedCall<Call>[],
  blockNumber: bigint,
): Promise<CallEffect<Call>[]> {
  if (simulations.length === 0) return [];
  const requests = simulations.flatMap(({ request, view }) => [view, request, view]);
  const outcomesOfCalls = await simulate(client, { calls: requests, blockNumber });
  return simulations.map(({ call, subject, formatResult }, index) => {
    const [before, outcome, after] = outcomesOfCalls.slice(3 * index);
    return {
      ...toCallOutcome(call, outcome),
      subject,
      before: formatResult(before),
      after: formatResult(after),
    };
  });
}

/** Returns the sale setting or phase that one of the owner's calls changes, and the view that reads it. */
export function saleSubject(collection: Address, call: SaleCall, symbol: string): CallSubject {
  return {
    subject: subjectTitle(call),
    view: viewCall(collection, viewData(call)),
    formatResult: (result) => formatResult(call, result, symbol),
  };
}

/** Returns the view that reads the value that a call changes. */
function findView(call: SaleCall): View {
  if (call.functionName === "adjustPhases") return "AllPhases";
  return saleSettings[findSetting(call.functionName)].view;
}

function viewData(call: SaleCall): Hex {
  if (call.functionName === "adjustPhases") {
    const [name] = call.args;
    return encodeFunctionData({ abi: collectionAbi, functionName: "AllPhases", args: [name] });
  }
  const { view } = saleSettings[findSetting(call.functionName)];
  return encodeFunctionData({ abi: collectionAbi, functionName: view });
}

function subjectTitle(call: SaleCall): string {
  if (call.functionName === "adjustPhases") return phaseTitle(call.args[0]);
  return saleSettings[findSetting(call.functionName)].label;
}

function formatResult(call: SaleCall, result: Outcome | undefined, symbol: string): string {
  const value = decodeView(findView(call), result);
  if (call.functionName === "adjustPhases") {
    // Safety: AllPhases returns three numbers.
    const [startingPoint, endPoint] = value as readonly [bigint, bigint, bigint];
    return describeIds({ startingPoint, endPoint });
  }
  // Safety: a setting's view returns a value of its kind.
  return settingKind(findSetting(call.functionName)).format(value as never, symbol);
}

import { type Address, type Client, encodeFunctionData } from "viem";
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
  if (call.functionName === "adjustPhases") {
    const [name] = call.args;
    return viewSubject(collection, phaseTitle(name), "AllPhases", [name], (value) => {
      // Safety: AllPhases returns three numbers.
      const [startingPoint, endPoint] = value as readonly [bigint, bigint, bigint];
      return describeIds({ startingPoint, endPoint });
    });
  }
  const name = findSetting(call.functionName);
  const { label, view } = saleSettings[name];
  // Safety: a setting's view returns a value of its kind.
  return viewSubject(collection, label, view, [], (value) =>
    settingKind(name).format(value as never, symbol),
  );
}

/** Returns a subject that a view of the collection reads. */
export function viewSubject(
  collection: Address,
  subject: string,
  functionName: View,
  args: readonly unknown[],
  format: (value: unknown) => string,
): CallSubject {
  const data = encodeFunctionData({ abi: collectionAbi, functionName, args } as never);
  return {
    subject,
    view: viewCall(collection, data),
    formatResult: (result) => format(decodeView(functionName, result)),
  };
}

import { type Address, type Client, encodeFunctionData, formatEther, type Hex } from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import type { CollectionCall } from "#protocol/collectionCalls";
import { idsInWords, phaseTitle } from "./phaseRange.ts";
import { type Act, type Outcome, rehearse } from "./rehearse.ts";
import type { SaleCall } from "./saleCalls.ts";
import {
  type CallOutcome,
  callOutcome,
  decodeView,
  ownersAct,
  type PhaseFacts,
  question,
  readPhases,
  readSale,
  type SaleFacts,
} from "./saleFacts.ts";

/** What a call would do, in words. */
export interface CallEffect<Call extends CollectionCall = SaleCall> extends CallOutcome<Call> {
  /** What it changes: `Price`, `“First Dust”`. */
  subject: string;
  before: string;
  /** The same as before when the call fails. */
  after: string;
}

/** The sale and its phases at one moment. */
export interface SaleState {
  sale: SaleFacts;
  phases: PhaseFacts[];
}

export interface CallsRehearsal {
  /** In the order of the calls. */
  effects: CallEffect[];
  after: SaleState;
}

interface SaleQuestion {
  collection: Address;
  /** Names of the phases to tell about; the one that is sold is told about anyway. */
  phaseNames: readonly string[];
  blockNumber: bigint;
}

interface CallsQuestion extends SaleQuestion {
  owner: Address;
  calls: readonly SaleCall[];
  /** Symbol of the chain's coin. */
  symbol: string;
}

/**
 * Reads the sale and its phases as they are at a block, or as they would be after the owner's calls.
 *
 * @throws what `readSale` throws.
 */
export async function readSaleState(
  client: Client,
  { collection, phaseNames, blockNumber }: SaleQuestion,
  calls: readonly SaleCall[] = [],
): Promise<SaleState> {
  const { sale } = await readSale(client, collection, calls, blockNumber);
  const acts = calls.map((call) => ownersAct(sale.owner, collection, call));
  const names = new Set([...phaseNames, sale.phase.name]);
  const phases = await readPhases(client, collection, [...names], acts, blockNumber);
  return { sale, phases };
}

/**
 * Asks the contract what the owner's calls would come to, one after the other, as it stands at a block.
 *
 * @throws what `readSale` throws.
 */
export async function rehearseCalls(client: Client, asked: CallsQuestion): Promise<CallsRehearsal> {
  const [effects, after] = await Promise.all([
    readEffects(client, asked),
    readSaleState(client, asked, asked.calls),
  ]);
  return { effects, after };
}

async function readEffects(
  client: Client,
  { collection, owner, calls, symbol, blockNumber }: CallsQuestion,
): Promise<CallEffect[]> {
  const trials = calls.map((call) => ({
    call,
    act: ownersAct(owner, collection, call),
    ...saleSubject(collection, call, symbol),
  }));
  return rehearseTrials(client, trials, blockNumber);
}

/** What a call changes, and how the chain tells it. */
export interface CallSubject {
  /** `Price`, `“First Dust”`. */
  subject: string;
  asking: Act;
  /** Puts what was told into words. */
  inWords(answer: Outcome | undefined): string;
}

/** A call that an account is to make in a rehearsal. */
export interface CallTrial<Call extends CollectionCall> extends CallSubject {
  call: Call;
  act: Act;
}

/** Asks for what each call changes right before and after it, one call after the other. */
export async function rehearseTrials<Call extends CollectionCall>(
  client: Client,
  trials: readonly CallTrial<Call>[],
  blockNumber: bigint,
): Promise<CallEffect<Call>[]> {
  if (trials.length === 0) return [];
  const acts = trials.flatMap(({ act, asking }) => [asking, act, asking]);
  const answers = await rehearse(client, { acts, blockNumber });
  return trials.map(({ call, subject, inWords }, index) => {
    const [before, outcome, after] = answers.slice(3 * index, 3 * index + 3);
    return {
      ...callOutcome(call, outcome),
      subject,
      before: inWords(before),
      after: inWords(after),
    };
  });
}

/** What one of the owner's calls to the sale changes. */
export function saleSubject(collection: Address, call: SaleCall, symbol: string): CallSubject {
  return {
    subject: subjectOf(call),
    asking: question(collection, viewData(call)),
    inWords: (answer) => inWords(call, answer, symbol),
  };
}

const viewOf = {
  toggleMint: "isMinting",
  changePhase: "CURRENTPHASE",
  adjustPhases: "AllPhases",
  adjustPrice: "FD_PRICE",
  adjustMaxBatch: "MAXBATCH",
  adjustSigner: "signerAddress",
} as const;

function viewData(call: SaleCall): Hex {
  if (call.functionName !== "adjustPhases") {
    return encodeFunctionData({ abi: fringeDriftersAbi, functionName: viewOf[call.functionName] });
  }
  const [name] = call.args;
  return encodeFunctionData({ abi: fringeDriftersAbi, functionName: "AllPhases", args: [name] });
}

function subjectOf(call: SaleCall): string {
  switch (call.functionName) {
    case "toggleMint":
      return "Minting";
    case "changePhase":
      return "Phase that is sold";
    case "adjustPhases":
      return phaseTitle(call.args[0]);
    case "adjustPrice":
      return "Price";
    case "adjustMaxBatch":
      return "Most in one mint";
    case "adjustSigner":
      return "Signer";
  }
}

function inWords({ functionName }: SaleCall, answer: Outcome | undefined, symbol: string): string {
  const told = decodeView(viewOf[functionName], answer);
  switch (functionName) {
    case "toggleMint":
      return told ? "on" : "off";
    case "changePhase":
      return phaseTitle(String(told));
    case "adjustPhases": {
      // Safety: AllPhases answers three numbers.
      const [startingPoint, endPoint] = told as readonly [bigint, bigint, bigint];
      return idsInWords({ startingPoint, endPoint });
    }
    case "adjustPrice":
      // Safety: FD_PRICE answers a number.
      return `${formatEther(told as bigint)} ${symbol}`;
    case "adjustMaxBatch":
    case "adjustSigner":
      return String(told);
  }
}

import { type Address, type Client, zeroAddress } from "viem";
import {
  type AcceptedCalls,
  type CollectionCall,
  type CollectionCallName,
  collectionCallNames,
  formatCall,
  parseCall,
} from "#sale/collectionCalls";
import { applyCalls } from "#sale/safeOrder";
import { isSaleCall, phaseNamesIn } from "#sale/saleCalls";
import { readPhases, toCallRequest } from "#sale/saleFacts";
import { type CallEffect, type SimulatedCall, simulateEach } from "#sale/simulateCalls";
import { describeWarnings } from "./remarks.ts";
import { type CollectionState, isZeroAddress } from "./state.ts";
import { describeSubject, unknownBaseURI } from "./subjects.ts";

/** A requested call; `openSale()` and `closeSale()` are sent only if they would change the state. */
export interface RequestedCall {
  /** The call as typed by the user. */
  text: string;
  call: CollectionCall;
  /** Requested state of minting; absent for an ordinary call. */
  isMintingWanted?: boolean;
}

/** The account that may send a call at that point of the sequence. */
export interface Sender {
  role: "owner" | "withdrawer";
  /** Absent if the role is vacant. */
  address?: Address | undefined;
}

/** A requested call with its simulated effect. */
export interface Step {
  requestedCall: RequestedCall;
  sender: Sender;
  /** Simulates the call and reads the value that the call changes. */
  simulation: SimulatedCall<CollectionCall>;
  effect: CallEffect<CollectionCall>;
  /** Whether the call would change the state; true for a call that reverts. */
  isNeeded: boolean;
}

/** A step with its warnings. */
export interface AnnotatedStep extends Step {
  notes: string[];
}

/** An account without roles, for calls whose role is vacant. */
const stranger: Address = "0x00000000000000000000000000000000000a5ce2";

/** Simulates the calls in sequence, each from the account that has the required role at that point. */
export async function simulateRequestedCalls(
  client: Client,
  state: CollectionState,
  requestedCalls: readonly RequestedCall[],
): Promise<Step[]> {
  const { contract } = state;
  const senders = findSenders(state, requestedCalls);
  let { isMinting } = state.sale;
  const simulations = requestedCalls.map(({ call, isMintingWanted }, index) => {
    const subject = describeSubject(state, call);
    const isToggle = call.functionName === "toggleMint";
    // Skips a call that would not change whether minting is on.
    const isSent = !isToggle || isMintingWanted !== isMinting;
    if (isToggle && isSent) isMinting = !isMinting;
    const from = senders[index]?.address ?? stranger;
    return {
      ...subject,
      call,
      request: isSent ? toCallRequest(from, contract, call) : subject.view,
    };
  });
  const effects = await simulateEach(client, simulations, state.blockNumber);
  return requestedCalls.map((requestedCall, index) => {
    const [simulation, effect, sender] = [simulations[index], effects[index], senders[index]];
    if (!simulation || !effect || !sender) throw new Error("A call was not simulated.");
    const { revert, before, after } = effect;
    // Whether a view would show the effect.
    const isVisible =
      before !== unknownBaseURI && requestedCall.call.functionName !== "announceUpdatedMetadata";
    const isNeeded = revert !== undefined || before !== after || !isVisible;
    return { requestedCall, sender, simulation, effect, isNeeded };
  });
}

/** Simulates the calls, and adds the warnings to show before sending. */
export async function planCalls(
  client: Client,
  state: CollectionState,
  requestedCalls: readonly RequestedCall[],
): Promise<AnnotatedStep[]> {
  const { contract, sale, blockNumber } = state;
  const steps = await simulateRequestedCalls(client, state, requestedCalls);
  const names = new Set([
    sale.phase.name,
    ...requestedCalls.flatMap(({ call }) => phaseNamesIn(call)),
  ]);
  const phases = await readPhases(client, contract, [...names], [], blockNumber);
  const calls = steps.map(({ requestedCall: { call }, isNeeded }) =>
    isNeeded && isSaleCall(call) ? [call] : [],
  );
  return Promise.all(
    steps.map(async (step, index) => {
      const before = applyCalls({ sale, phases }, calls.slice(0, index).flat());
      return { ...step, notes: await describeWarnings(client, state, step.effect, before) };
    }),
  );
}

function findSenders(
  { sale, withdrawer }: CollectionState,
  requestedCalls: readonly RequestedCall[],
): Sender[] {
  let [owner, payee] = [sale.owner, withdrawer];
  return requestedCalls.map(({ call }) => {
    const isWithdrawal = call.functionName.startsWith("withdraw");
    const address = isWithdrawal ? payee : owner;
    if (call.functionName === "transferOwnership" && !isZeroAddress(call.args[0]))
      [owner] = call.args;
    if (call.functionName === "renounceOwnership") owner = zeroAddress;
    if (call.functionName === "changeWithdrawer") [payee] = call.args;
    return {
      role: isWithdrawal ? "withdrawer" : "owner",
      address: isZeroAddress(address) ? undefined : address,
    };
  });
}

const vocabulary: AcceptedCalls<CollectionCallName> = {
  names: collectionCallNames,
  title: "openSale(), closeSale() or the owner's and withdrawer's calls",
  others: ["openSale", "closeSale"],
};

/** Idempotent alternatives to the contract's `toggleMint()`. */
const switches = new Map([
  ["openSale()", true],
  ["closeSale()", false],
]);

/**
 * Parses a requested call: `openSale()`, `closeSale()`, or any call by the owner or the withdraw address.
 *
 * @throws {CallSyntaxError}
 */
export function parseRequestedCall(given: string): RequestedCall {
  const text = given.trim();
  const isMintingWanted = switches.get(text);
  if (isMintingWanted === undefined) return { text, call: parseCall(text, vocabulary) };
  return { text, call: { functionName: "toggleMint", args: [] }, isMintingWanted };
}

export function toRequestedCall(call: CollectionCall): RequestedCall {
  return { text: formatCall(call), call };
}

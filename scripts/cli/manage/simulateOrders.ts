import { type Address, type Client, zeroAddress } from "viem";
import {
  type CallVocabulary,
  type CollectionCall,
  type CollectionCallName,
  collectionCallNames,
  parseCall,
} from "#protocol/collectionCalls";
import { applyCalls } from "#protocol/sale/safeOrder";
import { isSaleCall, phaseOf } from "#protocol/sale/saleCalls";
import { ownerCall, readPhases } from "#protocol/sale/saleFacts";
import {
  type CallEffect,
  type SaleState,
  type SimulatedCall,
  simulateEach,
} from "#protocol/sale/simulateCalls";
import { type CollectionState, firstToken, isZeroAddress } from "./collectionState.ts";
import { subjectOf, unknownBaseURI } from "./subjects.ts";

/** The account that may send a call at that point of the sequence. */
export interface Sender {
  role: "owner" | "withdrawer";
  /** Absent if the role is vacant. */
  address?: Address | undefined;
}

/** An order with its simulated effect. */
export interface Step {
  order: Order;
  sender: Sender;
  /** Simulates the order and reads the value that it changes. */
  trial: SimulatedCall<CollectionCall>;
  effect: CallEffect<CollectionCall>;
  /** Whether the call would change anything; true for a call that reverts. */
  isNeeded: boolean;
}

/** Account without a role, for calls whose role is vacant. */
const stranger: Address = "0x00000000000000000000000000000000000a5ce2";

/** Simulates the orders in sequence, each from the account that then has its role. */
export async function simulateOrders(
  client: Client,
  state: CollectionState,
  orders: readonly Order[],
): Promise<Step[]> {
  const { contract } = state;
  const tokenId = await firstToken(client, contract, state.sale, state.blockNumber);
  const senders = sendersOf(state, orders);
  const sent = switchesOf(state, orders);
  const trials = orders.map(({ call }, index) => {
    const subject = subjectOf(contract, call, tokenId);
    const from = senders[index]?.address ?? stranger;
    const request = sent[index] ? ownerCall(from, contract, call) : subject.view;
    return { ...subject, call, request };
  });
  const effects = await simulateEach(client, trials, state.blockNumber);
  return orders.map((order, index) => {
    const [trial, effect, sender] = [trials[index], effects[index], senders[index]];
    if (!trial || !effect || !sender) throw new Error("A call was not simulated.");
    return { order, sender, trial, effect, isNeeded: isNeeded(effect) };
  });
}

/** Pairs each step with the state of the sale before it. */
export async function withStatesBefore(
  client: Client,
  { contract, sale, blockNumber }: CollectionState,
  steps: readonly Step[],
): Promise<{ step: Step; state: SaleState }[]> {
  const names = new Set([sale.phase.name, ...steps.flatMap(({ order }) => phaseOf(order.call))]);
  const phases = await readPhases(client, contract, [...names], [], blockNumber);
  const calls = steps.map(({ order: { call }, isNeeded }) =>
    isNeeded && isSaleCall(call) ? [call] : [],
  );
  return steps.map((step, index) => ({
    step,
    state: applyCalls({ sale, phases }, calls.slice(0, index).flat()),
  }));
}

function isNeeded({ revert, before, after }: CallEffect<CollectionCall>): boolean {
  return revert !== undefined || before !== after || before === unknownBaseURI;
}

function sendersOf({ sale, withdrawer }: CollectionState, orders: readonly Order[]): Sender[] {
  let [owner, payee] = [sale.owner, withdrawer];
  return orders.map(({ call }) => {
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

/** Whether each order needs a transaction: an open sale is not opened again. */
function switchesOf({ sale }: CollectionState, orders: readonly Order[]): boolean[] {
  let { isMinting } = sale;
  return orders.map(({ call, isMintingWanted }) => {
    if (call.functionName !== "toggleMint") return true;
    if (isMintingWanted === isMinting) return false;
    isMinting = !isMinting;
    return true;
  });
}

/** A requested call; `openSale()` and `closeSale()` are sent only if they would change anything. */
export interface Order {
  /** The text that was given. */
  text: string;
  call: CollectionCall;
  /** Wanted state of minting; absent for an ordinary call. */
  isMintingWanted?: boolean;
}

const vocabulary: CallVocabulary<CollectionCallName> = {
  names: collectionCallNames,
  title: "openSale(), closeSale() and the calls of owner and withdrawer",
};

/** Idempotent orders for the contract's `toggleMint()`. */
const switches = new Map([
  ["openSale()", true],
  ["closeSale()", false],
]);

/**
 * Parses an order: `openSale()`, `closeSale()`, or any call of the owner's or the withdrawer's.
 *
 * @throws {CallSyntaxError}
 */
export function readOrder(given: string): Order {
  const text = given.trim();
  const isMintingWanted = switches.get(text);
  if (isMintingWanted === undefined) return { text, call: parseCall(text, vocabulary) };
  return { text, call: { functionName: "toggleMint", args: [] }, isMintingWanted };
}

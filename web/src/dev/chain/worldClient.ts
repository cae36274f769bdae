import type { Address, Hex } from "viem";
import type { DeployedContract } from "#localChain/chainPage";
import type { Trace, TracedCall } from "#trace/buildTrace";
import type { SeenTransaction } from "#trace/seenTransaction";

/** A value as JSON sends it: bigints are decimal strings. */
type Json<Value> = Value extends bigint
  ? string
  : Value extends readonly (infer Item)[]
    ? Json<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: Json<Value[Key]> }
      : Value;

export type TraceJson = Json<Trace>;
export type CallJson = Json<TracedCall>;
export type TransactionJson = Json<SeenTransaction>;

/** The latest block, and whether transactions are mined at once. */
interface ChainHead {
  number: number;
  hash: Hex;
  /** Seconds since 1970. */
  timestamp: number;
  isAutomining: boolean;
}

export interface Answers {
  head: ChainHead;
  contracts: DeployedContract[];
  accounts: Address[];
  transactions: { transactions: TransactionJson[]; hasMore: boolean };
  trace: TraceJson;
  /** `warning` is about a phase that does not exist. */
  call: TraceJson & { warning?: string };
  send: Hex;
  control: string;
  sign: Hex;
}

/**
 * Sends a request to the local world of `npm start`.
 *
 * @param place what follows the name of the read: `/0x…`, `?count=50`.
 * @param body of calls and controls.
 * @throws with the world's message.
 */
export async function requestWorld<Name extends keyof Answers>(
  name: Name,
  place = "",
  body?: object,
): Promise<Answers[Name]> {
  const request = body && {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  const response = await fetch(`/@world/${name}${place}`, request);
  if (response.headers.get("content-type") !== "application/json") {
    throw new Error("This page needs the local world. Start it with npm start.");
  }
  const { result, error } = await response.json();
  if (error !== undefined) throw new Error(error);
  return result;
}

import type { Address, Hex } from "viem";
import type { DeployedContract } from "#localChain/chainPage";
import type { Trace, TracedCall } from "#trace/buildTrace";
import type { SeenTransaction } from "#trace/seenTransaction";

/** JSON form of a value: bigints become decimal strings. */
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

/** The latest block, and whether automine is on. */
interface ChainHead {
  number: number;
  hash: Hex;
  /** Seconds since 1970. */
  timestamp: number;
  isAutomining: boolean;
}

export interface WorldResponses {
  head: ChainHead;
  contracts: DeployedContract[];
  accounts: Address[];
  transactions: { transactions: TransactionJson[]; hasMore: boolean };
  trace: TraceJson;
  /** `warning` names a phase that does not exist. */
  call: TraceJson & { warning?: string };
  send: Hex;
  control: string;
  moment: string;
  sign: Hex;
}

/**
 * Sends a request to the local world of `npm start`.
 *
 * @param place path or query after the endpoint's name: `/0x…`, `?count=50`.
 * @param body JSON body of a call or control request.
 * @throws with the world's message.
 */
export async function requestWorld<Name extends keyof WorldResponses>(
  name: Name,
  place = "",
  body?: object,
): Promise<WorldResponses[Name]> {
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

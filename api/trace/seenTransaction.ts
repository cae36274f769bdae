import type { Address, Hex } from "viem";
import type { Decoded, NamedValue } from "./decode.ts";

/** A mined transaction, with names. */
export interface SeenTransaction {
  hash: Hex;
  block: number;
  /** Timestamp in seconds since 1970. */
  timestamp: number;
  from: Address;
  /** Called contract or account, or the created contract. */
  to: Address;
  /** Contract name, if the build contains the code. */
  contract?: string;
  /** Function name, `constructor`, or undefined if unknown. */
  function?: string;
  arguments: NamedValue[];
  /** Value in wei. */
  value: bigint;
  gasUsed: bigint;
  events: Decoded[];
  /** Error with which the transaction failed. */
  error?: string;
}

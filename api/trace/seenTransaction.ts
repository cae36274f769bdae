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
  /** Name of the contract, if the build contains its code. */
  contract?: string;
  /** Name of the function, `constructor`, or undefined if it is unknown. */
  function?: string;
  arguments: NamedValue[];
  /** Value in wei. */
  value: bigint;
  gasUsed: bigint;
  events: Decoded[];
  /** Error with which it failed. */
  error?: string;
}

import type { Address, Hex } from "viem";
import type { Decoded, NamedValue } from "./decode.ts";

/** A transaction of a block, with names. */
export interface SeenTransaction {
  hash: Hex;
  block: number;
  /** Seconds since 1970. */
  timestamp: number;
  from: Address;
  /** The contract or account that was called; the new contract of a creation. */
  to: Address;
  /** Name of the contract, if the build has its code. */
  contract?: string;
  /** Name of the function, `constructor`, or undefined if it is unknown. */
  function?: string;
  arguments: NamedValue[];
  /** In wei. */
  value: bigint;
  gasUsed: bigint;
  events: Decoded[];
  /** The error it failed with. */
  error?: string;
}

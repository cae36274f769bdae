import type { Address } from "viem";
import type { BuiltContract } from "#trace/contractBuild";

/** A call as typed on the chain page. */
export interface TypedCall {
  /** The contract's address. */
  to: string;
  /** Function name and arguments, in the syntax of `npm run trace`. */
  parts: readonly string[];
  from: string;
  /** Amount in ether. */
  value: string;
}

/** A contract from the build that is deployed on this chain. */
export interface DeployedContract extends Pick<BuiltContract, "name" | "abi"> {
  address: Address;
}

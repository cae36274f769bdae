import type { Address } from "viem";
import type { BuiltContract } from "#trace/contractBuild";

/** A call as typed on the chain page. */
export interface TypedCall {
  /** Address of the contract. */
  to: string;
  /** Name and arguments of the function, as `npm run trace` takes them. */
  parts: readonly string[];
  from: string;
  /** Amount in ether. */
  value: string;
}

/** A contract of the build that is deployed on this chain. */
export interface DeployedContract extends Pick<BuiltContract, "name" | "abi"> {
  address: Address;
}

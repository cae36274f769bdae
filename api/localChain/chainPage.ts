import type { Address } from "viem";
import type { BuiltContract } from "#trace/contractBuild";

/** A call as somebody typed it on the chain page. */
export interface TypedCall {
  /** Address of the contract. */
  to: string;
  /** The function's name and its arguments, as `npm run trace` takes them. */
  parts: readonly string[];
  from: string;
  /** In ether. */
  value: string;
}

/** A contract of the build that is on this chain. */
export interface DeployedContract extends Pick<BuiltContract, "name" | "abi"> {
  address: Address;
}

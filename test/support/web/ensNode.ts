import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  parseAbi,
  zeroAddress,
} from "viem";
import type { RpcResponses } from "./connectedWallet.ts";

const resolver = "0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe";

const abi = parseAbi([
  "function reverseWithGateways(bytes account, uint256 coinType, string[] gateways) view returns (string, address, address)",
  "function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)",
]);

/** Contracts of a chain with ENS. */
export const ensContracts = { ensUniversalResolver: { address: resolver } } as const;

/** Returns the results of a node whose ENS has a name for every account, with this avatar record. */
export function ensNode(name: string, avatar: string): RpcResponses {
  return {
    eth_call([call]) {
      // Safety: viem sends calls with data.
      const { to, data } = call as { to: Hex; data: Hex };
      if (to !== resolver) throw new Error("Only the resolver answers.");
      const { functionName } = decodeFunctionData({ abi, data });
      if (functionName === "reverseWithGateways") {
        const result = [name, zeroAddress, zeroAddress] as const;
        return encodeFunctionResult({ abi, functionName, result });
      }
      const record = encodeAbiParameters([{ type: "string" }], [avatar]);
      return encodeFunctionResult({ abi, functionName, result: [record, zeroAddress] });
    },
  };
}

import type { Hex } from "viem";
import { addressesOf, buildTrace, type Trace } from "./buildTrace.ts";
import type { ContractBuild } from "./contractBuild.ts";
import { type NodeRequest, readNodeTrace, type UnsentCall } from "./nodeTrace.ts";

/**
 * Traces a transaction, by its hash, or a call on top of the latest block, with the names of a build.
 *
 * @throws {TraceUnsupportedError} if the node has no debug methods.
 */
export async function traceSubject(
  request: NodeRequest,
  subject: Hex | UnsentCall,
  build: ContractBuild,
): Promise<Trace> {
  const node = await readNodeTrace(request, subject);
  const codes = await Promise.all(
    addressesOf(node).map(async (address) => {
      const code = await request({ method: "eth_getCode", params: [address, "latest"] });
      // Safety: the Ethereum JSON-RPC specification defines this form.
      return [address, code as Hex] as const;
    }),
  );
  return buildTrace(node, new Map(codes), build);
}

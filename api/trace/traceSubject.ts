import type { Hex } from "viem";
import { buildTrace, listAddresses, type Trace } from "./buildTrace.ts";
import type { ContractBuild } from "./contractBuild.ts";
import { type NodeRequest, readCallFrame, type UnsentCall } from "./nodeTrace.ts";
import { readStateDiff } from "./stateDiff.ts";

/**
 * Traces a transaction by hash, or a call on top of the latest block, and adds a build's names.
 *
 * @throws {TraceUnsupportedError} if the node has no debug methods.
 */
export async function traceSubject(
  request: NodeRequest,
  subject: Hex | UnsentCall,
  build: ContractBuild,
): Promise<Trace> {
  const [frame, diff] = await Promise.all([
    readCallFrame(request, subject),
    readStateDiff(request, subject),
  ]);
  const codes = await Promise.all(
    listAddresses(frame).map(async (address) => {
      const code = await request({ method: "eth_getCode", params: [address, "latest"] });
      // Safety: the Ethereum JSON-RPC specification defines this form.
      return [address, code as Hex] as const;
    }),
  );
  return buildTrace(frame, new Map(codes), build, diff);
}

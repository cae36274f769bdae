import { type Client, decodeAbiParameters, encodeAbiParameters, type Hex } from "viem";
import type { Outcome } from "#protocol/sale/simulate";
import { fakeNode } from "./fakeNode.ts";

const calls = [
  {
    type: "tuple[]",
    components: [
      { name: "from", type: "address" },
      { name: "to", type: "address" },
      { name: "value", type: "uint256" },
      { name: "data", type: "bytes" },
    ],
  },
] as const;
const outcomes = [
  {
    type: "tuple[]",
    components: [
      { name: "succeeded", type: "bool" },
      { name: "data", type: "bytes" },
    ],
  },
] as const;

export type Overrides = Record<string, { code?: Hex; balance?: Hex }>;

/** A simulation as a node receives it. */
export interface SimulationRequest {
  calls: ReturnType<typeof decodeAbiParameters<typeof calls>>[0];
  block: unknown;
  dispatcher: string;
  overrides: Overrides;
}

/** A node that returns the given outcomes in order, then the last one repeatedly, and records the requests. */
export function fakeSimulation(
  given: readonly Outcome[],
  codes: Readonly<Record<string, Hex | null>> = {},
): { client: Client; requests: SimulationRequest[] } {
  const requests: SimulationRequest[] = [];
  const client = fakeNode(({ method, params }) => {
    if (method === "eth_getCode") {
      const code = codes[String(params[0]).toLowerCase()];
      return code === undefined ? "0x" : code;
    }
    // Safety: what `simulate` sends.
    const [{ to, data }, block, overrides] = params as [{ to: Hex; data: Hex }, unknown, Overrides];
    const outcome = given[Math.min(requests.length, given.length - 1)];
    requests.push({ calls: decodeAbiParameters(calls, data)[0], block, dispatcher: to, overrides });
    return encodeAbiParameters(outcomes, [outcome ? [outcome] : []]);
  });
  return { client, requests };
}

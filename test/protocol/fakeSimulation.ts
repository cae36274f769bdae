import { type Client, decodeAbiParameters, encodeAbiParameters, type Hex } from "viem";
import type { Outcome } from "#protocol/sale/simulate";
import { fakeNode } from "./fakeNode.ts";

const acts = [
  {
    type: "tuple[]",
    components: [
      { name: "actor", type: "address" },
      { name: "target", type: "address" },
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
export interface AskedSimulation {
  acts: ReturnType<typeof decodeAbiParameters<typeof acts>>[0];
  block: unknown;
  director: string;
  overrides: Overrides;
}

/** A node that simulates nothing: it gives these outcomes, the last one again and again, and keeps what it was asked. */
export function fakeSimulation(
  given: readonly Outcome[],
  codes: Readonly<Record<string, Hex>> = {},
): { client: Client; asked: AskedSimulation[] } {
  const asked: AskedSimulation[] = [];
  const client = fakeNode(({ method, params }) => {
    if (method === "eth_getCode") return codes[String(params[0]).toLowerCase()] ?? "0x";
    // Safety: what `simulate` sends.
    const [{ to, data }, block, overrides] = params as [{ to: Hex; data: Hex }, unknown, Overrides];
    const outcome = given[Math.min(asked.length, given.length - 1)];
    asked.push({ acts: decodeAbiParameters(acts, data)[0], block, director: to, overrides });
    return encodeAbiParameters(outcomes, [outcome ? [outcome] : []]);
  });
  return { client, asked };
}

import { chainJson } from "./chainJson.ts";
import type { MintExplanation, MintQuestion } from "./explainMint.ts";
import { formatSaleCall } from "./saleCalls.ts";

/** An explanation for a report or a test: every figure as decimal digits, every call as it is written. */
export function explanationJson(
  explanation: MintExplanation,
  authorization: MintQuestion["authorization"],
): string {
  const whatIf = explanation.whatIf.map(({ call, revert }) => ({
    call: formatSaleCall(call),
    ...(revert && { revert }),
  }));
  return chainJson({ ...explanation, whatIf, ...(authorization && { authorization }) });
}

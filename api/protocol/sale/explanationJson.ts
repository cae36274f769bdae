import { formatCall } from "#protocol/collectionCalls";
import { chainJson } from "./chainJson.ts";
import type { MintExplanation, MintQuestion } from "./explainMint.ts";

/** An explanation for a report or a test: figures as decimal digits, calls as text. */
export function explanationJson(
  explanation: MintExplanation,
  authorization: MintQuestion["authorization"],
): string {
  const whatIf = explanation.whatIf.map(({ call, revert }) => ({
    call: formatCall(call),
    ...(revert && { revert }),
  }));
  return chainJson({ ...explanation, whatIf, authorization });
}

import { formatCall } from "#sale/collectionCalls";
import type { MintExplanation, MintQuery } from "./explainMint.ts";
/** JSON with bigints as decimal strings, as JSON numbers are exact only up to 2^53. */
export function chainJson(value: object): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each), 2);
}

/** An explanation for a report or a test: figures as decimal digits, calls as text. */
export function explanationJson(
  explanation: MintExplanation,
  authorization: MintQuery["authorization"],
): string {
  const whatIf = explanation.whatIf.map(({ call, revert }) => ({
    call: formatCall(call),
    ...(revert && { revert }),
  }));
  return chainJson({ ...explanation, whatIf, authorization });
}

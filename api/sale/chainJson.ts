import { formatCall } from "#sale/collectionCalls";
import type { MintExplanation, MintQuery } from "./explainMint.ts";
/** Returns JSON with bigints as decimal strings, because JSON numbers are exact only up to 2^53. */
export function chainJson(value: object): string {
  return JSON.stringify(value, (_, each) => (typeof each === "bigint" ? each.toString() : each), 2);
}

/** Returns an explanation as JSON for reports and tests, with numbers as decimal strings and readable calls. */
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

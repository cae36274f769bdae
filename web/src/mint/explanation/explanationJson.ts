import type { MintExplanation, MintQuestion } from "#protocol/sale/explainMint";
import { formatSaleCall } from "#protocol/sale/saleCalls";

/** An explanation for a report or a test: every figure as decimal digits, every call as it is written. */
export function explanationJson(
  explanation: MintExplanation,
  authorization: MintQuestion["authorization"],
): string {
  const whatIf = explanation.whatIf.map(({ call, revert }) => ({
    call: formatSaleCall(call),
    ...(revert && { revert }),
  }));
  return JSON.stringify(
    { ...explanation, whatIf, ...(authorization && { authorization }) },
    (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
    2,
  );
}

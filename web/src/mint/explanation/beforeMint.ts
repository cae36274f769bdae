import type { RuleResult } from "#protocol/sale/evaluateRules";
import type { MintExplanation } from "#protocol/sale/explainMint";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";

/** Whether only the authorisation is missing, which Mint requests. */
export function isReady(
  { results }: Pick<MintExplanation, "results">,
  authorization: SignedMintAuthorization | undefined,
): boolean {
  const failed = results.filter(({ result }) => result === "failed");
  return authorization === undefined && failed.every(({ rule }) => rule === "AuthenticationFailed");
}

/** Returns the results before Mint is pressed: an authorisation not requested yet does not count as failed. */
export function resultsBeforeMint(
  { results }: Pick<MintExplanation, "results">,
  authorization: SignedMintAuthorization | undefined,
): RuleResult[] {
  if (authorization !== undefined) return [...results];
  return results.map((each) => {
    if (each.rule !== "AuthenticationFailed" || each.result !== "failed") return each;
    const { rule, title, facts } = each;
    return { rule, title, facts, result: "skipped", reasons: [requestedLater] };
  });
}

const requestedLater = "The authorisation is requested when you press Mint.";

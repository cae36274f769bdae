import type { MintExplanation } from "#protocol/sale/explainMint";
import type { MintVerdict } from "#protocol/sale/mintHearing";
import type { SignedMintAuthorization } from "#protocol/sale/signedAuthorization";

/** Whether only the authorisation is missing, which Mint requests. */
export function isReady(
  { verdicts }: Pick<MintExplanation, "verdicts">,
  authorization: SignedMintAuthorization | undefined,
): boolean {
  const failed = verdicts.filter(({ verdict }) => verdict === "fails");
  return authorization === undefined && failed.every(({ rule }) => rule === "AuthenticationFailed");
}

/** The verdicts as they stand before Mint is pressed: an authorisation not requested yet is no failure. */
export function verdictsBeforeMint(
  { verdicts }: Pick<MintExplanation, "verdicts">,
  authorization: SignedMintAuthorization | undefined,
): MintVerdict[] {
  if (authorization !== undefined) return [...verdicts];
  return verdicts.map((each) => {
    if (each.rule !== "AuthenticationFailed" || each.verdict !== "fails") return each;
    const { rule, title, facts } = each;
    return { rule, title, facts, verdict: "not asked", reasons: [requestedLater] };
  });
}

const requestedLater = "It is requested when you press Mint.";

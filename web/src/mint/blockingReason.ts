import type { RuleResult } from "#protocol/sale/evaluateRules";
import type { MintExplanation } from "#protocol/sale/explainMint";
import { saleBlockingReason } from "#protocol/sale/mintRules";
import type { SaleFacts } from "#protocol/sale/saleFacts";

interface Situation {
  sale: SaleFacts;
  /** Absent while no wallet is connected or the simulation is pending. */
  explanation?: MintExplanation | undefined;
  /** Whether the mint has its authorisation; if not, it is requested later. */
  isAuthorized: boolean;
}

/** Describes why this mint is not possible and what to do; undefined if it is possible. */
export function blockingReason({ sale, explanation, isAuthorized }: Situation): string | undefined {
  const failed = explanation?.results.find(
    ({ result, rule }) => result === "failed" && (isAuthorized || rule !== "AuthenticationFailed"),
  );
  return saleBlockingReason(sale) ?? (failed && describe(failed));
}

/** The rule's figures where it compares quantities or amounts, else its reasons; and the fix. */
function describe({ rule, facts, reasons, fix }: RuleResult): string {
  const causes = rule === "AuthenticationFailed" || facts === "" ? reasons : [facts];
  return [...causes, fix].filter(Boolean).join(" ");
}

import type { MintExplanation } from "#protocol/sale/explainMint";
import type { MintVerdict } from "#protocol/sale/mintHearing";
import type { SaleFacts } from "#protocol/sale/saleFacts";
import { inCoins, inDrifters } from "./inWords.ts";
import { supplyOf } from "./supply.ts";

interface Situation {
  sale: SaleFacts;
  /** Absent while there is no wallet to ask about, or no answer yet. */
  explanation?: MintExplanation | undefined;
  /** Whether the mint has its authorisation; if not, the service is asked for it when it is time. */
  isAuthorized: boolean;
}

/** What keeps this mint from being done, in a sentence or two with what to do; undefined if nothing does. */
export function mintObstacle({ sale, explanation, isAuthorized }: Situation): string | undefined {
  const ofEverybody = saleObstacle(sale);
  if (ofEverybody !== undefined || explanation === undefined) return ofEverybody;
  const failed = explanation.verdicts.find(
    ({ verdict, rule }) => verdict === "fails" && (isAuthorized || rule !== "authorization"),
  );
  return failed && wordsFor(failed, explanation);
}

/** What keeps everybody from minting now. */
function saleObstacle(sale: SaleFacts): string | undefined {
  const { name } = sale.phase;
  const { total, left } = supplyOf(sale);
  if (!sale.isMinting) {
    return "The sale is switched off. Wait until the collection's owner switches it on.";
  }
  if (total === 0n) {
    return `“${name}” has no drifters to sell yet. Wait until the collection's owner gives it some.`;
  }
  if (left === 0n) return `“${name}” is sold out. Wait for the next phase.`;
  if (sale.maxBatch === 0n) {
    return "The contract takes no mint of even one drifter now. Wait until the collection's owner allows more.";
  }
  return undefined;
}

function wordsFor(verdict: MintVerdict, { qty, value, sale }: MintExplanation): string {
  if (verdict.rule === "funds") {
    return `This wallet holds less than the ${inCoins(value)} that ${inDrifters(qty)} cost. Put coins into it, or choose fewer.`;
  }
  if (verdict.rule === "phaseSupply") {
    const { left } = supplyOf(sale);
    return `“${sale.phase.name}” has ${inDrifters(left)} left, and you ask for ${qty}. Choose fewer.`;
  }
  return [...verdict.reasons, verdict.fix].filter(Boolean).join(" ");
}

import type { Chain } from "../chain.ts";
import { ApiError } from "../problem.ts";
import type { Metrics } from "./metrics.ts";

/** The same chain, with each call counted as answered (“no such drifter” included) or failed. */
export function measuredChain(chain: Chain, { chainQuestions }: Pick<Metrics, "chainQuestions">) {
  const measured: Chain = {
    readOwner: (...args) => measure("owner", () => chain.readOwner(...args)),
    readHoldings: (owner) => measure("holdings", () => chain.readHoldings(owner)),
    checkWalletSignature: (question) =>
      measure("wallet", () => chain.checkWalletSignature(question)),
    readSale: (...args) => measure("sale", () => chain.readSale(...args)),
    readMinted: (...args) => measure("minted", () => chain.readMinted(...args)),
    readTokenURI: (...args) => measure("uri", () => chain.readTokenURI(...args)),
    hasPhase: (...args) => measure("phase", () => chain.hasPhase(...args)),
    isTransactionUsed: (...args) => measure("transaction", () => chain.isTransactionUsed(...args)),
    readUsedMint: (question) => measure("mint", () => chain.readUsedMint(question)),
    readGenesisHash: () => chain.readGenesisHash(),
    check: () => measure("check", () => chain.check()),
  };
  return measured;

  async function measure<Answer>(question: string, ask: () => Promise<Answer>): Promise<Answer> {
    const end = chainQuestions.startTimer({ question });
    try {
      const answer = await ask();
      end({ outcome: "answered" });
      return answer;
    } catch (error) {
      const isAnswer = error instanceof ApiError && error.code !== "chain.unavailable";
      end({ outcome: isAnswer ? "answered" : "failed" });
      throw error;
    }
  }
}

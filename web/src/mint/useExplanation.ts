import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatCall } from "#protocol/collectionCalls";
import { explainMint, type MintExplanation, type MintQuestion } from "#protocol/sale/explainMint";
import { SimulationUnsupportedError } from "#protocol/sale/simulate";
import { runtimeConfig } from "../env.ts";
import { pageClient } from "../transactions/pageClient.ts";
import { thisCollection } from "./thisCollection.ts";

/** What is asked of the contract; `explainMint` has defaults for absent parts. */
export type Question = Omit<MintQuestion, "collection" | "symbol">;

/**
 * The contract's answer on every rule of a mint, simulated again at every block; none without a question. Its data is
 * null where the node does not support state overrides.
 */
export function useExplanation(question: Question | undefined, blockNumber: bigint | undefined) {
  return useQuery({
    queryKey: ["mint explanation", question && keyOf(question), String(blockNumber)],
    enabled: question !== undefined && blockNumber !== undefined,
    placeholderData: keepPreviousData,
    // Each block has a key of its own.
    gcTime: 10_000,
    async queryFn(): Promise<MintExplanation | null> {
      if (question === undefined) throw new Error("There is nothing to ask.");
      const { symbol } = runtimeConfig().chain.nativeCurrency;
      const asked = { ...question, collection: thisCollection(), symbol };
      return explainMint(pageClient(), asked).catch((error: unknown) => {
        if (error instanceof SimulationUnsupportedError) return null;
        throw error;
      });
    },
  });
}

function keyOf({ wallet, qty, value, authorization, whatIf = [] }: Question) {
  return {
    wallet,
    qty: `${qty}`,
    value: `${value}`,
    authorization,
    whatIf: whatIf.map(formatCall),
  };
}

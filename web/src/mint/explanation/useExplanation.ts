import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { formatCall } from "#sale/collectionCalls";
import { explainMint, type MintExplanation, type MintQuery } from "#sale/explainMint";
import { SimulationUnsupportedError } from "#sale/simulate";
import { runtimeConfig } from "../../env.ts";
import { pageClient } from "../../wallet/pageClient.ts";

/** The mint to explain; absent parts take the defaults of `explainMint`. */
export type ExplanationQuery = Omit<MintQuery, "collection" | "symbol">;

/**
 * Simulates every rule of a mint, again at every block; idle without a query. The data is null if the
 * node does not support state overrides.
 */
export function useExplanation(query: ExplanationQuery | undefined, blockNumber: bigint) {
  return useQuery({
    queryKey: ["mint explanation", query && queryKeyFor(query), String(blockNumber)],
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    // The query key includes the block.
    gcTime: 10_000,
    async queryFn(): Promise<MintExplanation | null> {
      if (query === undefined) throw new Error("There is no mint to explain.");
      const { chain, contract } = runtimeConfig();
      const collection = { chainId: chain.id, contract };
      const request = { ...query, collection, symbol: chain.nativeCurrency.symbol };
      return explainMint(pageClient(), request).catch((error: unknown) => {
        if (error instanceof SimulationUnsupportedError) return null;
        throw error;
      });
    },
  });
}

function queryKeyFor({ wallet, qty, value, authorization, whatIf = [] }: ExplanationQuery) {
  return {
    wallet,
    qty: `${qty}`,
    value: `${value}`,
    authorization,
    whatIf: whatIf.map(formatCall),
  };
}

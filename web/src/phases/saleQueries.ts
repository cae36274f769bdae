import { queryOptions, useQuery } from "@tanstack/react-query";
import { encodeCall } from "#sale/collectionCalls";
import { readPhaseNames } from "#sale/phaseNames";
import type { SaleCall } from "#sale/saleCalls";
import { readSaleState, type SaleState, simulateCalls } from "#sale/simulateCalls";
import { latestBlockNumber } from "../chain/latestBlockNumber.ts";
import { runtimeConfig } from "../env.ts";
import { saleClient } from "../sale/saleClient.ts";
import { type AtBlock, useSale } from "../sale/useSale.ts";
import { debounce } from "../service/debounce.ts";

export type SaleAtBlock = AtBlock<SaleState>;

/** Reads the names of all the collection's phases. */
export function usePhaseNames() {
  return useQuery({
    queryKey: ["phases", "names"],
    gcTime: 0,
    queryFn: async () => {
      const blockNumber = await latestBlockNumber(saleClient());
      return readPhaseNames(saleClient(), runtimeConfig().contract, blockNumber);
    },
  });
}

/** Polls the sale and the given phases every few seconds. */
export function usePhasedSale(phaseNames: readonly string[]) {
  return useSale({
    queryKey: ["phases", "sale", phaseNames],
    gcTime: 0,
    client: saleClient,
    intervalMilliseconds: 12_000,
    read: (client, collection, blockNumber) =>
      readSaleState(client, { collection, phaseNames, blockNumber }),
  });
}

/** Query that simulates calls. */
export function simulationQueryOptions(
  { sale, phases, blockNumber }: SaleAtBlock,
  calls: readonly SaleCall[],
) {
  return queryOptions({
    queryKey: ["phases", "simulation", String(blockNumber), calls.map(encodeCall)],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: calls.length > 0,
    queryFn: async ({ signal }) => {
      await debounce(signal);
      return simulateCalls(saleClient(), {
        collection: runtimeConfig().contract,
        phaseNames: phases.map(({ name }) => name),
        owner: sale.owner,
        calls,
        symbol: runtimeConfig().chain.nativeCurrency.symbol,
        blockNumber,
      });
    },
  });
}

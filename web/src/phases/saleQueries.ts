import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { type Client, createClient, defineChain, http } from "viem";
import { encodeCall } from "#sale/collectionCalls";
import { readPhaseNames } from "#sale/phaseNames";
import type { SaleCall } from "#sale/saleCalls";
import { readSaleState, type SaleState, simulateCalls } from "#sale/simulateCalls";
import { newestBlockNumber } from "../chain/newestBlockNumber.ts";
import { runtimeConfig } from "../env.ts";
import { typingPause } from "../service/typingPause.ts";

const timeoutMilliseconds = 15_000;
const refreshMilliseconds = 12_000;

/** The sale as one block has it. */
export interface SaleAtBlock extends SaleState {
  blockNumber: bigint;
}

let client: Client | undefined;

/** A client of the node that this page is configured with; it needs no wallet. */
function chainClient(): Client {
  client ??= createClient({
    chain: defineChain(runtimeConfig().chain),
    transport: http(undefined, { timeout: timeoutMilliseconds, retryCount: 1 }),
  });
  return client;
}

/** The names of all phases that the collection has. */
export function usePhaseNames() {
  return useQuery({
    queryKey: ["phases", "names"],
    gcTime: 0,
    queryFn: async () => {
      const blockNumber = await newestBlockNumber(chainClient());
      return readPhaseNames(chainClient(), runtimeConfig().contract, blockNumber);
    },
  });
}

/** The sale and these phases, read again every few seconds. */
export function useSale(phaseNames: readonly string[]) {
  return useQuery({
    queryKey: ["phases", "sale", phaseNames],
    gcTime: 0,
    refetchInterval: refreshMilliseconds,
    networkMode: "online",
    placeholderData: keepPreviousData,
    queryFn: async (): Promise<SaleAtBlock> => {
      const blockNumber = await newestBlockNumber(chainClient());
      const collection = runtimeConfig().contract;
      const state = await readSaleState(chainClient(), { collection, phaseNames, blockNumber });
      return { ...state, blockNumber };
    },
  });
}

/** The simulated result of the calls. */
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
      await typingPause(signal);
      return simulateCalls(chainClient(), {
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

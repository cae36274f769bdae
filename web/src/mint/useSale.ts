import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { readSale, type SaleFacts } from "#protocol/sale/saleFacts";
import { runtimeConfig } from "../env.ts";
import { newestBlockNumber } from "../transactions/newestBlockNumber.ts";
import { pageClient } from "../transactions/pageClient.ts";

export interface SaleNow {
  blockNumber: bigint;
  sale: SaleFacts;
}

/** Polling interval for new blocks. */
const intervalMilliseconds = 4_000;

/** Reads the sale at every new block; needs no wallet. */
export function useSale() {
  return useQuery(saleQueryOptions(useQueryClient()));
}

function saleQueryOptions(queryClient: QueryClient) {
  const queryKey = ["sale"];
  return queryOptions({
    queryKey,
    refetchInterval: intervalMilliseconds,
    networkMode: "online",
    async queryFn(): Promise<SaleNow> {
      const client = pageClient();
      const blockNumber = await newestBlockNumber(client);
      const known = queryClient.getQueryData<SaleNow>(queryKey);
      if (known?.blockNumber === blockNumber) return known;
      const sale = await readSale(client, runtimeConfig().contractAddress, blockNumber);
      return { blockNumber, sale };
    },
  });
}

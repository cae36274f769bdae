import { keepPreviousData, type UseQueryOptions, useQuery } from "@tanstack/react-query";
import type { Address, Client } from "viem";
import { latestBlockNumber } from "../chain/latestBlockNumber.ts";
import { runtimeConfig } from "../env.ts";

export type AtBlock<State> = State & { blockNumber: bigint };

interface SaleQuery<State> extends Pick<UseQueryOptions, "queryKey" | "gcTime"> {
  client: () => Client;
  /** Polling interval for new blocks. */
  intervalMilliseconds: number;
  read: (client: Client, collection: Address, blockNumber: bigint) => Promise<State>;
}

/** Reads the sale at every new block, without a wallet. */
export function useSale<State extends object>({
  client: clientOf,
  intervalMilliseconds,
  read,
  ...options
}: SaleQuery<State>) {
  return useQuery<AtBlock<State>>({
    ...options,
    refetchInterval: intervalMilliseconds,
    networkMode: "online",
    placeholderData: keepPreviousData,
    async queryFn({ client: queryClient, queryKey }) {
      const client = clientOf();
      const blockNumber = await latestBlockNumber(client);
      const cached = queryClient.getQueryData<AtBlock<State>>(queryKey);
      if (cached?.blockNumber === blockNumber) return cached;
      return { ...(await read(client, runtimeConfig().contract, blockNumber)), blockNumber };
    },
  });
}

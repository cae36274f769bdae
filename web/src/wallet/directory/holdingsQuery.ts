import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Address, createClient, http } from "viem";
import { getBlockNumber, type ReadContractParameters, readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { type ReadHoldings, readBalance, readHeldDrifters } from "#protocol/holdings";
import { runtimeConfig } from "../../env.ts";

/** IDs per page: a wallet may hold hundreds. */
const stretchLength = 24;

/** A page of an account's drifters, in the order of the contract's index. */
interface Stretch {
  /** Total number of the account's drifters. */
  count: number;
  /** All pages are read at one block, because transfers change the order. */
  blockNumber: bigint;
  /** Index of the first one. */
  start: number;
  drifterIds: string[];
}

type Place = Omit<Stretch, "drifterIds">;

/** Infinite query for an account's drifters: their number, and their IDs page by page. */
export function holdingsQueryOptions(owner: Address) {
  return infiniteQueryOptions({
    queryKey: ["holdings", owner],
    // Refetched each time the view opens.
    gcTime: 0,
    initialPageParam: undefined as Place | undefined,
    queryFn: ({ pageParam }) => readStretch(owner, pageParam),
    getNextPageParam({ drifterIds, ...place }): Place | undefined {
      const start = place.start + drifterIds.length;
      return start < place.count ? { ...place, start } : undefined;
    },
  });
}

async function readStretch(address: Address, place: Place | undefined): Promise<Stretch> {
  const { chain, contractAddress } = runtimeConfig();
  // A separate client, which batches the reads of a page into one request.
  const client = createClient({
    chain,
    transport: http(chain.rpcUrls.default.http[0], { batch: true, retryCount: 1 }),
  });
  const blockNumber = place?.blockNumber ?? (await getBlockNumber(client));
  const at = { abi: fringeDriftersAbi, address: contractAddress, blockNumber };
  const read: ReadHoldings = (views) =>
    Promise.all(
      views.map((view) => {
        const call: ReadContractParameters = { ...at, ...view };
        return readContract(client, call);
      }),
    );
  const count = place?.count ?? (await readBalance(address, read));
  const start = place?.start ?? 0;
  const end = Math.min(start + stretchLength, count);
  const drifterIds = await readHeldDrifters(address, { start, end }, read);
  return { count, blockNumber, start, drifterIds };
}

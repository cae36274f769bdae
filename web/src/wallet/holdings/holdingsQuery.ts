import { infiniteQueryOptions } from "@tanstack/react-query";
import { type Address, createClient, http } from "viem";
import { getBlockNumber, readContract } from "viem/actions";
import { fringeDriftersAbi } from "#chain/abi";
import { runtimeConfig } from "../../env.ts";

/** How many ids are read at a time: a wallet may hold hundreds. */
const stretchLength = 24;

/** A stretch of an account's drifters, in the order of the contract's index. */
interface Stretch {
  /** How many drifters the account holds in all. */
  count: number;
  /** All pages are of one block: a transfer in between would shift the later ones. */
  blockNumber: bigint;
  /** Index of the first one. */
  start: number;
  drifterIds: string[];
}

type Place = Omit<Stretch, "drifterIds">;

/** The drifters of an account as the chain has them: how many, and their ids, a stretch at a time. */
export function holdingsQueryOptions(owner: Address) {
  return infiniteQueryOptions({
    queryKey: ["holdings", owner],
    // Each opening of the view reads them again.
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
  // A client of its own, which asks for a stretch's ids in one request.
  const client = createClient({
    chain,
    transport: http(chain.rpcUrls.default.http[0], { batch: true, retryCount: 1 }),
  });
  const blockNumber = place?.blockNumber ?? (await getBlockNumber(client, { cacheTime: 0 }));
  const at = { abi: fringeDriftersAbi, address: contractAddress, blockNumber } as const;
  const count =
    place?.count ??
    Number(await readContract(client, { ...at, functionName: "balanceOf", args: [address] }));
  const start = place?.start ?? 0;
  const indices = Array.from({ length: Math.min(stretchLength, count - start) }, (_, offset) =>
    BigInt(start + offset),
  );
  const ids = await Promise.all(
    indices.map((index) =>
      readContract(client, {
        ...at,
        functionName: "tokenOfOwnerByIndex",
        args: [address, index],
      }),
    ),
  );
  return { count, blockNumber, start, drifterIds: ids.map(String) };
}

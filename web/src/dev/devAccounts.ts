import { type Address, createPublicClient, getAddress, http } from "viem";
import { collectionAbi } from "#chain/abi";
import { noun, nouns } from "#protocol/values/noun";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";

export interface DevAccount {
  address: Address;
  /** Its number among the node's accounts; undefined if it is none of them. */
  number: number | undefined;
  /** Ids of the tokens it owns, ascending. */
  tokens: bigint[];
  /** Its role in the collection, besides owning tokens. */
  part: "administrator" | "signer" | undefined;
}

/**
 * Reads the node's accounts, their tokens and their roles in the collection, in a few batched requests. The
 * administrator comes last if it is none of them, as on a fork.
 */
export async function readDevAccounts({
  chain,
  contract,
}: Pick<RuntimeConfig, "chain" | "contract">): Promise<DevAccount[]> {
  const client = createPublicClient({
    transport: http(chain.rpcUrls.default.http[0], { batch: true }),
  });
  const collection = { abi: collectionAbi, address: contract } as const;

  async function tokensOf(owner: Address): Promise<bigint[]> {
    const balance = await client.readContract({
      ...collection,
      functionName: "balanceOf",
      args: [owner],
    });
    const indices = Array.from({ length: Number(balance) }, (_, index) => BigInt(index));
    const ids = await Promise.all(
      indices.map((index) =>
        client.readContract({
          ...collection,
          functionName: "tokenOfOwnerByIndex",
          args: [owner, index],
        }),
      ),
    );
    return ids.sort((a, b) => Number(a - b));
  }

  const [accounts, administrator, signer] = await Promise.all([
    client.request<{
      Method: "eth_accounts";
      Parameters?: undefined;
      ReturnType: readonly Address[];
    }>({ method: "eth_accounts" }),
    client.readContract({ ...collection, functionName: "owner" }),
    client.readContract({ ...collection, functionName: "signerAddress" }),
  ]);
  const own = accounts.map((each) => getAddress(each));
  const addresses = [...new Set([...own, administrator])];
  const holdings = await Promise.all(addresses.map(tokensOf));
  return addresses.map((address, index) => {
    const part =
      address === administrator ? "administrator" : address === signer ? "signer" : undefined;
    const number = index < own.length ? index : undefined;
    return { address, number, tokens: holdings[index] ?? [], part };
  });
}

/** `no keepers`, `keeper 7`, `keepers 1–9, 107`. */
export function describeTokens(ids: readonly bigint[]): string {
  if (ids.length === 0) return `no ${nouns}`;
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && id === run.last + 1n) run.last = id;
    else runs.push({ first: id, last: id });
  }
  const ranges = runs.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  return `${ids.length === 1 ? noun : nouns} ${ranges.join(", ")}`;
}

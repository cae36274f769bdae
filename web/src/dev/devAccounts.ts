import { type Address, createPublicClient, getAddress, http } from "viem";
import { collectionAbi } from "#chain/abi";
import { noun, nouns } from "#protocol/values/noun";
import type { RuntimeConfig } from "#protocol/wire/runtimeConfig";

export interface DevAccount {
  address: Address;
  /** Index among the node's accounts; undefined if the account is not the node's. */
  number: number | undefined;
  /** IDs of the newest tokens it owns, ascending. */
  tokens: bigint[];
  /** The account's token balance. */
  total: number;
  /** The account's role in the collection; undefined for an ordinary owner. */
  role: "administrator" | "signer" | undefined;
}

/** Maximum number of tokens to read per account. */
const maxTokens = 24;

/**
 * Reads the node's accounts, their newest tokens and their roles in the collection, in a few batched requests. On a
 * fork, where the administrator is not a node account, the administrator comes last.
 */
export async function readDevAccounts({
  chain,
  contract,
}: Pick<RuntimeConfig, "chain" | "contract">): Promise<DevAccount[]> {
  const client = createPublicClient({
    transport: http(chain.rpcUrls.default.http[0], { batch: true }),
  });
  const collection = { abi: collectionAbi, address: contract } as const;

  async function holdingsOf(owner: Address): Promise<Pick<DevAccount, "tokens" | "total">> {
    const balance = await client.readContract({
      ...collection,
      functionName: "balanceOf",
      args: [owner],
    });
    const total = Number(balance);
    const first = Math.max(0, total - maxTokens);
    const indices = Array.from({ length: total - first }, (_, index) => BigInt(first + index));
    const ids = await Promise.all(
      indices.map((index) =>
        client.readContract({
          ...collection,
          functionName: "tokenOfOwnerByIndex",
          args: [owner, index],
        }),
      ),
    );
    return { tokens: ids.sort((a, b) => Number(a - b)), total };
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
  const holdings = await Promise.all(addresses.map(holdingsOf));
  return addresses.map((address, index) => {
    const role =
      address === administrator ? "administrator" : address === signer ? "signer" : undefined;
    const number = index < own.length ? index : undefined;
    return { address, number, tokens: [], total: 0, ...holdings[index], role };
  });
}

/** Formats an account's tokens: `no keepers`, `keeper 7`, `keepers 1–9, 107`, `keepers 81–104 and 80 more`. */
export function describeTokens({
  tokens: ids,
  total,
}: Pick<DevAccount, "tokens" | "total">): string {
  if (ids.length === 0) return `no ${nouns}`;
  const runs: { first: bigint; last: bigint }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run && id === run.last + 1n) run.last = id;
    else runs.push({ first: id, last: id });
  }
  const ranges = runs.map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`));
  const more = total > ids.length ? ` and ${(total - ids.length).toLocaleString("en")} more` : "";
  return `${total === 1 ? noun : nouns} ${ranges.join(", ")}${more}`;
}

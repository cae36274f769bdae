import { z } from "zod";
import type { FringeDrifters } from "#chain/FringeDrifters";
import type { LocalChain } from "./chain/localChain.ts";
import { readDrifters } from "./readDrifters.ts";

/** State of a chain to compare: owners and balances. */
export const summarySchema = z.object({
  totalSupply: z.int(),
  /** By drifter ID. */
  owners: z.record(z.string(), z.string()),
  /** In wei, of the node's accounts and the collection. */
  balances: z.record(z.string(), z.string()),
});
export type WorldSummary = z.infer<typeof summarySchema>;

export async function readSummary(
  { ethers }: Pick<LocalChain, "ethers">,
  contract: FringeDrifters,
): Promise<WorldSummary> {
  const drifters = await readDrifters(contract);
  const accounts = (await ethers.getSigners()).map(({ address }) => address);
  const balances = [...accounts, await contract.getAddress()].map(
    async (address) => [address, String(await ethers.provider.getBalance(address))] as const,
  );
  return {
    totalSupply: Number(await contract.totalSupply()),
    owners: Object.fromEntries(drifters.map(({ id, owner }) => [id, owner])),
    balances: Object.fromEntries(await Promise.all(balances)),
  };
}

/** Compares two summaries: at most one line for each kind of difference. */
export function summaryDifferences(
  saved: WorldSummary,
  now: WorldSummary,
): {
  /** Differences that make it another world. */
  grave: string[];
  /** Differences worth a note. */
  slight: string[];
} {
  const grave = [];
  if (saved.totalSupply !== now.totalSupply) {
    grave.push(`there were ${saved.totalSupply} drifters, and there are ${now.totalSupply}`);
  }
  const drifters = differingKeys(saved.owners, now.owners);
  if (drifters.length > 0) grave.push(`other owners of drifters ${asList(drifters)}`);
  const accounts = differingKeys(saved.balances, now.balances);
  const slight = accounts.length > 0 ? [`other balances of ${asList(accounts)}`] : [];
  return { grave, slight };
}

function differingKeys(one: Record<string, string>, other: Record<string, string>): string[] {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].filter((key) => one[key] !== other[key]);
}

function asList(items: readonly string[]): string {
  const few = items.slice(0, 5).join(", ");
  return items.length > 5 ? `${few} and ${items.length - 5} more` : few;
}

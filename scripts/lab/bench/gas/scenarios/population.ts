import { createRandom } from "../../../../shared/random.ts";
import type { Call } from "../chain.ts";
import type { OnProgress } from "../measurement.ts";
import { type BenchSale, holdersAtOpening, person, words } from "../sale.ts";
import { growthNumbers } from "../transactionIds.ts";

type Address = `0x${string}`;

/** A growing sale and its owners. */
export interface Population {
  /** Owners of the tokens, from the sale's first ID upwards. */
  owners: Address[];
  /** Owners who minted one batch each. */
  collectors: Address[];
  /** Number of mints, without the wanderer's. */
  mints: number;
}

/** Mints many batches of 20. */
export const whale = person("whale");

/** Mints one token before and after each growth, and so owns distant IDs. */
export const wanderer = person("wanderer");

const batchSizes = [1, 2, 3, 5, 10, 20];
/** Every so many mints, one of 20 is the whale's. */
const whalePeriod = 10 * batchSizes.length;

/** Returns the population of a new sale. */
export function startPopulation(): Population {
  const owners = holdersAtOpening.flatMap(({ minter, quantity }) =>
    Array<Address>(quantity).fill(minter),
  );
  return { owners, collectors: [], mints: 0 };
}

/** Calls `FringeMint` until there are `size` tokens. */
export async function growTo(
  sale: BenchSale,
  population: Population,
  size: number,
  onProgress: OnProgress,
): Promise<void> {
  const mint = (minter: Address, quantity: number) => {
    const transactionID = growthNumbers + population.owners.length;
    population.owners.push(...Array<Address>(quantity).fill(minter));
    return sale.mintCall(minter, quantity, transactionID);
  };
  let calls: Call[] = [await mint(wanderer, 1)];
  while (population.owners.length < size) {
    const { minter, quantity } = nextMint(population, size - population.owners.length);
    calls.push(await mint(minter, quantity));
    if (calls.length < 100) continue;
    await sale.sendAll(calls);
    onProgress(`${population.owners.length}/${size} tokens`);
    calls = [];
  }
  await sale.sendAll(calls);
}

/** Returns the next mint: a collector's or the whale's; the last token is the wanderer's. */
function nextMint(population: Population, left: number) {
  if (left === 1) return { minter: wanderer, quantity: 1 };
  const { collectors, mints } = population;
  population.mints += 1;
  const quantity = Math.min(batchSizes[mints % batchSizes.length] ?? 1, left - 1);
  if (population.mints % whalePeriod === 0) return { minter: whale, quantity };
  const address = person(`collector ${collectors.length}`);
  collectors.push(address);
  return { minter: address, quantity };
}

/** Transfers random tokens to random collectors. */
export async function transferAtRandom(
  sale: BenchSale,
  { owners, collectors }: Population,
  count: number,
  onProgress: OnProgress,
): Promise<void> {
  const random = createRandom("gas report", "transfers");
  const below = (limit: number) => Math.floor(random.between(0, limit));
  for (let done = 0; done < count; done += 100) {
    const calls = Array.from({ length: 100 }, () => {
      const index = below(owners.length);
      const from = owners[index];
      const to = collectors[below(collectors.length)];
      if (from === undefined || to === undefined) throw new Error("The collection has no tokens.");
      owners[index] = to;
      const args = [from, to, sale.subject.firstTokenId + index] as const;
      return sale.call(from, words.encodeFunctionData("transferFrom", [...args]));
    });
    await sale.sendAll(calls);
    onProgress(`${done}/${count} transfers`);
  }
}

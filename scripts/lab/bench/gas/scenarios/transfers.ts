import { type Measurement, mean } from "../measurement.ts";
import { type BenchSale, gasOf, holderBatchStart, person, words } from "../sale.ts";

const batchSize = 20;
const receivers = [
  { who: "to a fresh holder", to: person("newcomer") },
  { who: "to a holder", to: person("neighbour") },
] as const;

/** Measures `transferFrom` by the owner of each token of an intact batch, to a new holder and to an existing one. */
export async function measureTransfers(sale: BenchSale): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const { who, to } of receivers) {
    const figures = await transferEach(sale, to);
    const named = {
      first: figures[0],
      middle: figures[batchSize / 2],
      last: figures.at(-1),
      mean: mean(figures),
      worst: Math.max(...figures),
    };
    for (const [which, figure] of Object.entries(named)) {
      rows.push({ section: `transferFrom ${who}`, name: `${which} of a batch of 20`, figure });
    }
  }
  return rows;
}

async function transferEach(sale: BenchSale, to: string): Promise<number[]> {
  const holder = person("holder");
  const start = holderBatchStart(sale);
  const figures: number[] = [];
  for (let tokenId = start; tokenId < start + batchSize; tokenId += 1) {
    const data = words.encodeFunctionData("transferFrom", [holder, to, tokenId]);
    figures.push(await gasOf(sale, sale.call(holder, data)));
  }
  return figures;
}

import type { Call } from "../chain.ts";
import { intrinsicGas } from "../floor.ts";
import type { Measurement, OnProgress } from "../measurement.ts";
import { administrator, type BenchSale, gasOf, person, phaseName, words } from "../sale.ts";
import { unusedNumber } from "../transactionIds.ts";
import { oneTokenSection } from "./mints.ts";

/** Phases with a range; a further one has only a name, because setting a range costs more with each phase. */
const withRange = 4;

/** IDs of the further phases, which start far above the sale's. */
const furtherStart = 100_000;

/**
 * Measures a mint and `totalSupply` with these numbers of phases, ascending. With more than one phase, they promise
 * more tokens than may exist.
 */
export async function measurePhases(
  sale: BenchSale,
  counts: readonly number[],
  onProgress: OnProgress,
): Promise<Measurement[]> {
  const mint = await sale.mintCall(person("newcomer"), 1, unusedNumber);
  return sale.undone(async () => {
    const mints: Measurement[] = [];
    const supplies: Measurement[] = [];
    let current = 1;
    for (const count of counts) {
      const name = count === 1 ? "1 phase" : `${count.toLocaleString("en")} phases`;
      onProgress(name);
      await sale.sendAll(furtherPhases(sale, current, count));
      current = count;
      supplies.push({ section: "totalSupply, execution", name, figure: await supplyGas(sale) });
      if (count === 1) continue;
      const figure = await gasOf(sale, mint);
      mints.push({ section: oneTokenSection, name: `${name} above the cap`, figure });
    }
    return [...mints, ...supplies];
  });
}

/** Builds the calls that increase the number of phases and keep the sale's current. */
function furtherPhases(sale: BenchSale, current: number, count: number): Call[] {
  const calls = Array.from({ length: count - current }, (_, index) => {
    const number = current + index + 1;
    const [name, start] = [`Phase ${number}`, furtherStart + number];
    return number <= withRange
      ? words.encodeFunctionData("adjustPhases", [name, start, start + 1])
      : words.encodeFunctionData("changePhase", [name]);
  });
  const lastCall = words.encodeFunctionData("changePhase", [phaseName]);
  return [...calls, lastCall].map((data) => sale.call(administrator, data));
}

async function supplyGas(sale: BenchSale): Promise<number> {
  const view = words.encodeFunctionData("totalSupply");
  return (await gasOf(sale, sale.call(person("reader"), view))) - intrinsicGas(view);
}

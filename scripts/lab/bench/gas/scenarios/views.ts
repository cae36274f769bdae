import { intrinsicGas } from "../floor.ts";
import { type Measurement, median, type OnProgress } from "../measurement.ts";
import { type BenchSale, person, words } from "../sale.ts";
import {
  growTo,
  type Population,
  startPopulation,
  transferAtRandom,
  wanderer,
  whale,
} from "./population.ts";

/** Sizes of the collection at which to measure views, ascending, and the transfers after that. */
export interface ViewPlan {
  sizes: readonly number[];
  /** Number of random transfers before views are measured again. */
  transfers: number;
}

/** Measures views while the collection grows and after transfers. */
export async function measureViews(
  sale: BenchSale,
  { sizes, transfers }: ViewPlan,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  const population = startPopulation();
  const rows: Measurement[] = [];
  for (const size of sizes) {
    await growTo(sale, population, size, onProgress);
    rows.push(...(await measureAll(sale, population, `${size.toLocaleString("en")} tokens`)));
  }
  if (transfers === 0) return rows;
  await transferAtRandom(sale, population, transfers, onProgress);
  const when = `+ ${transfers.toLocaleString("en")} transfers`;
  return [...rows, ...(await measureAll(sale, population, when))];
}

async function measureAll(sale: BenchSale, population: Population, when: string) {
  const { subject } = sale;
  const first = subject.firstTokenId;
  const indices = everyNth(population.owners.length, 7);
  const owners = await measure(
    sale,
    indices.map((index) => words.encodeFunctionData("ownerOf", [first + index])),
  );
  const all = await measure(
    sale,
    subject.enumerable
      ? everyNth(population.owners.length, 401).map((index) =>
          words.encodeFunctionData("tokenByIndex", [index]),
        )
      : [],
  );
  return [
    ...rowsOf("ownerOf", when, owners, owners),
    ...rowsOf("tokenByIndex", when, all, all),
    ...(await measureTokensOfOwner(sale, population, when)),
  ];
}

/** Typical is a collector's last token; the worst case includes holders of many or distant tokens. */
async function measureTokensOfOwner(sale: BenchSale, population: Population, when: string) {
  const balances = balancesOf(population);
  const lastOf = (owner: string) =>
    words.encodeFunctionData("tokenOfOwnerByIndex", [owner, (balances.get(owner) ?? 0) - 1]);
  const measureLast = (owners: string[]) =>
    measure(
      sale,
      sale.subject.enumerable ? owners.filter((owner) => balances.has(owner)).map(lastOf) : [],
    );
  const { collectors } = population;
  const sample = everyNth(collectors.length, Math.ceil(collectors.length / 60));
  const typical = await measureLast(sample.map((index) => collectors[index] ?? whale));
  const special = await measureLast([whale, wanderer, person("regular")]);
  return rowsOf("tokenOfOwnerByIndex", when, typical, [...typical, ...special]);
}

function rowsOf(view: string, when: string, typical: number[], all: number[]): Measurement[] {
  const section = `${view}, execution`;
  const figure = (of: (figures: number[]) => number, figures: number[]) =>
    figures.length === 0 ? undefined : of(figures);
  return [
    { section, name: `${when}, typical`, figure: figure(median, typical) },
    { section, name: `${when}, worst`, figure: figure((figures) => Math.max(...figures), all) },
  ];
}

/** Returns the execution gas of each view, without intrinsic gas. */
async function measure(sale: BenchSale, views: readonly string[]): Promise<number[]> {
  const reader = person("reader");
  const receipts = await sale.sendAll(views.map((data) => sale.call(reader, data)));
  return receipts.map(({ gasUsed }, index) => gasUsed - intrinsicGas(views[index] ?? "0x"));
}

function balancesOf({ owners }: Population): Map<string, number> {
  const balances = new Map<string, number>();
  for (const owner of owners) balances.set(owner, (balances.get(owner) ?? 0) + 1);
  return balances;
}

/** Returns 0, n, 2 n, … below `length`, and the last index. */
function everyNth(length: number, n: number): number[] {
  const indices = Array.from({ length: Math.ceil(length / n) }, (_, index) => index * n);
  return [...new Set([...indices, length - 1])];
}

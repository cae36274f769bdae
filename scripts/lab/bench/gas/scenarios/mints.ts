import { mintFloor } from "../floor.ts";
import type { Measurement } from "../measurement.ts";
import { type BenchSale, person } from "../sale.ts";

const section = "FringeMint";
const quantities = [1, 2, 5, 10, 20];
const positions = 64;

const minters = [
  { who: "first time", minter: person("newcomer"), firstTime: true },
  { who: "repeat", minter: person("regular"), firstTime: false },
] as const;
type Minter = (typeof minters)[number];

/** Measures `FringeMint` of several quantities in a running sale. */
export async function measureMints(sale: BenchSale): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const minter of minters) {
    for (const quantity of quantities) {
      const { figure, floor } = await measureMint(sale, minter, quantity);
      rows.push({ section, name: `${counted(quantity)}, ${minter.who}`, figure, floor });
    }
  }
  return [...rows, ...(await sale.undone(() => measurePositions(sale)))];
}

/** Measures the most expensive of many successive first IDs, on which a batch's cost may depend. */
async function measurePositions(sale: BenchSale): Promise<Measurement[]> {
  const found = new Map<number, { figure: number; floor: number }[]>(
    [5, 20].map((quantity) => [quantity, []]),
  );
  for (let position = 0; position < positions; position += 1) {
    for (const [quantity, figures] of found) {
      figures.push(await measureMint(sale, minters[0], quantity));
    }
    await sale.send(await sale.mintCall(person("passer-by"), 1, `position ${position}`));
  }
  return [...found].map(([quantity, figures]) => {
    const [dearest] = figures.toSorted((a, b) => b.figure - a.figure);
    if (dearest === undefined) throw new Error("No position was measured.");
    return { section, name: `${quantity} tokens, worst of ${positions} IDs`, ...dearest };
  });
}

function counted(quantity: number): string {
  return quantity === 1 ? "1 token" : `${quantity} tokens`;
}

async function measureMint(sale: BenchSale, { minter, firstTime }: Minter, quantity: number) {
  const call = await sale.mintCall(minter, quantity);
  const { gasUsed } = await sale.undone(() => sale.send(call));
  return { figure: gasUsed, floor: mintFloor(call.data, quantity, firstTime) };
}

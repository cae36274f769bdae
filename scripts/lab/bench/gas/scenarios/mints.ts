import type { Call } from "../chain.ts";
import { mintFloor } from "../floor.ts";
import type { Measurement } from "../measurement.ts";
import { type BenchSale, gasOf, person } from "../sale.ts";
import {
  neighbourOfNineDigits,
  openingNumbers,
  otherIds,
  unusedNumber,
} from "../transactionIds.ts";

const section = "FringeMint";
/** Section of first mints of one token under other conditions. */
const oneTokenSection = "FringeMint, 1 token, first";
const quantities = [1, 2, 5, 10, 20];
/** As many successive first IDs as a batch's storage could be aligned to. */
const positions = 32;

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
  const positions = await sale.undone(() => measurePositions(sale));
  const otherForms = await sale.undone(() => measureOtherIds(sale));
  return [...rows, ...positions, ...otherForms];
}

/** Measures a first mint of one token with transaction IDs of other forms. */
async function measureOtherIds(sale: BenchSale): Promise<Measurement[]> {
  await sale.send(await sale.mintCall(person("passer-by"), 1, neighbourOfNineDigits));
  const rows: Measurement[] = [];
  for (const [name, transactionID] of Object.entries(otherIds)) {
    const call = await sale.mintCall(minters[0].minter, 1, transactionID);
    rows.push({ section: oneTokenSection, name, figure: await gasOf(sale, call) });
  }
  return rows;
}

/** Measures the most expensive of many successive first IDs, on which a batch's cost may depend. */
async function measurePositions(sale: BenchSale): Promise<Measurement[]> {
  const [{ minter, firstTime }] = minters;
  const mints: { quantity: number; call: Call; figures: number[] }[] = [];
  for (const quantity of [5, 20]) {
    const call = await sale.mintCall(minter, quantity, unusedNumber);
    mints.push({ quantity, call, figures: [] });
  }
  for (let position = 0; position < positions; position += 1) {
    for (const { call, figures } of mints) figures.push(await gasOf(sale, call));
    await sale.send(await sale.mintCall(person("passer-by"), 1, openingNumbers + 0x10 + position));
  }
  return mints.map(({ quantity, call, figures }) => ({
    section,
    name: `${quantity} tokens, worst of ${positions} IDs`,
    figure: Math.max(...figures),
    floor: mintFloor(call.data, quantity, firstTime),
  }));
}

function counted(quantity: number): string {
  return quantity === 1 ? "1 token" : `${quantity} tokens`;
}

async function measureMint(sale: BenchSale, { minter, firstTime }: Minter, quantity: number) {
  const call = await sale.mintCall(minter, quantity, unusedNumber);
  return {
    figure: await gasOf(sale, call),
    floor: mintFloor(call.data, quantity, firstTime),
  };
}

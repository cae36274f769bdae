import { intrinsicGas } from "../floor.ts";
import type { Measurement, OnProgress } from "../measurement.ts";
import { administrator, type BenchSale, openBenchSale, person, words } from "../sale.ts";
import type { Subject } from "../subjects.ts";
import { growthNumbers } from "../transactionIds.ts";

const section = "tokenOfOwnerByIndex, execution";
const ends = person("owner of the first and the last");
const collector = person("owner of 24 batches");
const receiver = person("owner of received tokens");
const others = person("others");
const singles = person("owner of single mints");

/** Single mints in each of 24 rounds. */
const singlesPerRound = 208;

/** Owners whose tokens are spread over the whole collection, or were transferred to them. */
const holders = [
  { name: "IDs 1 and 10,000", owner: ends, tokens: 2 },
  { name: "480 in 24 mints", owner: collector, tokens: 480 },
  { name: "180 received", owner: receiver, tokens: 180 },
  { name: "5,000 single mints", owner: singles, tokens: 5_000 },
] as const;

/** Measures `tokenOfOwnerByIndex` of the first and of the last index of these owners in a collection of 10,000. */
export async function measureHolders(
  subject: Subject,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  const views = holders.flatMap(({ name, owner, tokens }) =>
    Object.entries({ first: 0, last: tokens - 1 }).map(([which, index]) => ({
      name: `${name}, ${which}`,
      data: words.encodeFunctionData("tokenOfOwnerByIndex", [owner, index]),
    })),
  );
  if (!subject.enumerable) {
    return views.map(({ name }) => ({ section, name, figure: undefined }));
  }
  const sale = await openBenchSale(subject, []);
  try {
    await fill(sale, onProgress);
    await transferToReceiver(sale);
    const receipts = await sale.sendAll(views.map(({ data }) => sale.call(person("reader"), data)));
    return views.map(({ name, data }, at) => {
      const figure = (receipts[at]?.gasUsed ?? Number.NaN) - intrinsicGas(data);
      return { section, name, figure };
    });
  } finally {
    await sale.close();
  }
}

/** Mints 10,000 tokens. */
async function fill(sale: BenchSale, onProgress: OnProgress): Promise<void> {
  await sale.send(sale.call(administrator, words.encodeFunctionData("adjustMaxBatch", [100])));
  const planned = mints();
  for (let at = 0; at < planned.length; at += 100) {
    onProgress(`owners, ${at} of ${planned.length} mints`);
    const calls = planned
      .slice(at, at + 100)
      .map(({ minter, quantity }, index) =>
        sale.mintCall(minter, quantity, growthNumbers + at + index),
      );
    await sale.sendAll(await Promise.all(calls));
  }
}

/** Transfers the others' tokens of the first round to one holder. */
async function transferToReceiver(sale: BenchSale): Promise<void> {
  const first = sale.subject.firstTokenId + 1 + singlesPerRound + 20;
  const ids = Array.from({ length: 180 }, (_, index) => first + index);
  await sale.sendAll(
    ids.map((id) => {
      const data = words.encodeFunctionData("transferFrom", [others, receiver, id]);
      return sale.call(others, data);
    }),
  );
}

/** Returns the mints of 10,000 tokens: 24 rounds of a batch of the collector, single mints and others' batches. */
function mints() {
  const end = { minter: ends, quantity: 1 };
  const single = { minter: singles, quantity: 1 };
  const other = (quantity: number) => ({ minter: others, quantity });
  const singleMints = (count: number) => Array.from({ length: count }, () => single);
  const round = [
    ...singleMints(singlesPerRound),
    { minter: collector, quantity: 20 },
    other(90),
    other(90),
  ];
  const rounds = Array.from({ length: 24 }, () => round).flat();
  return [end, ...rounds, ...singleMints(8), other(99), other(99), end];
}

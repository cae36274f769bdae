import { artifacts } from "hardhat";
import { BatchTransfer__factory } from "#chain/factories/mocks/BatchTransfer__factory";
import type { Measurement, OnProgress } from "../measurement.ts";
import {
  administrator,
  type BenchSale,
  deploy,
  firstFreeId,
  gasOf,
  person,
  words,
} from "../sale.ts";
import { unusedNumber } from "../transactionIds.ts";
import { type History, historiesOf, historyNames } from "./histories.ts";

const section = "transferFrom, worst found";
const givers = { minter: person("minter of the batch"), collector: person("collector") };
const newcomer = person("newcomer");
const donor = person("donor");
/** Existing receivers differ in how many tokens others have transferred to them. */
const receivedBefore = [1, 2, 3, 4, 5, 6, 7, 8];
const operatorWords = BatchTransfer__factory.createInterface();

/** How far to search. */
export interface TransferPlan {
  /** Sizes of the batches whose most expensive transfer is searched for. */
  batchSizes: readonly number[];
  /** Number of round trips of one token before its most expensive transfer; 0 for no such row. */
  roundTrips: number;
}

/** Transfers of one batch in a sale. */
interface Search {
  sale: BenchSale;
  /** IDs of the batch. */
  ids: readonly number[];
  /** Address of a `BatchTransfer` that the owners have approved. */
  operator: string;
}

/**
 * Searches for the most expensive `transferFrom` by a token's owner: every token of a batch, after each history,
 * to a new holder and to the most expensive of several existing ones.
 */
export async function measureWorstTransfers(
  sale: BenchSale,
  { batchSizes, roundTrips }: TransferPlan,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const size of batchSizes) {
    await sale.undone(async () => {
      const search = await openSearch(sale, size);
      const receivers = [newcomer, await worstReceiver(search)];
      for (const name of historyNames) {
        onProgress(`transfers, ${size} tokens, ${name}`);
        const figure = await worstAfter(search, historiesOf(name, search.ids), receivers);
        rows.push({ section, name: `${size} tokens, ${name}`, figure });
      }
    });
  }
  if (roundTrips === 0) return rows;
  onProgress("transfers of a token moved often");
  const figure = await measureRoundTrips(sale, roundTrips);
  return [...rows, { section, name: `moved ${2 * roundTrips} times`, figure }];
}

/** Returns the most expensive transfer of a token after round trips between its minter and the collector. */
async function measureRoundTrips(sale: BenchSale, count: number): Promise<number> {
  return sale.undone(async () => {
    const search = await openSearch(sale, 1);
    for (let trip = 0; trip < count; trip += 1) {
      await transferAll(search, givers.minter, givers.collector, search.ids);
      await transferAll(search, givers.collector, givers.minter, search.ids);
    }
    const next: History = { moved: [], nextIds: search.ids, giver: "minter" };
    return worstAfter(search, [next], [newcomer, await worstReceiver(search)]);
  });
}

/** Mints the batch, and further tokens for the existing receivers. */
async function openSearch(sale: BenchSale, size: number): Promise<Search> {
  const { bytecode } = await artifacts.readArtifact("BatchTransfer");
  const { address: operator } = await deploy(sale, bytecode);
  const search = { sale, ids: idsFrom(firstFreeId(sale), size), operator };
  const rest = receivedBefore.reduce((sum, count) => sum + count, 0);
  const calls = [
    sale.call(administrator, words.encodeFunctionData("adjustMaxBatch", [100])),
    await sale.mintCall(givers.minter, size, unusedNumber),
    await sale.mintCall(donor, rest, unusedNumber - 1),
    ...[givers.minter, givers.collector, donor].map((owner) =>
      sale.call(owner, words.encodeFunctionData("setApprovalForAll", [operator, true])),
    ),
  ];
  for (const call of calls) await sale.send(call);
  let given = firstFreeId(sale) + size;
  for (const count of receivedBefore) {
    await transferAll(search, donor, receiverOf(count), idsFrom(given, count));
    given += count;
  }
  return search;
}

/** Returns the existing receiver to whom the first transfer of the batch costs most. */
async function worstReceiver(search: Search): Promise<string> {
  const intact: History = { moved: [], nextIds: search.ids.slice(0, 1), giver: "minter" };
  let worst = { receiver: newcomer as string, figure: 0 };
  for (const receiver of [person("neighbour"), ...receivedBefore.map(receiverOf)]) {
    const figure = await worstAfter(search, [intact], [receiver]);
    if (figure > worst.figure) worst = { receiver, figure };
  }
  return worst.receiver;
}

/** Returns the most expensive next transfer after any of the histories. */
async function worstAfter(
  search: Search,
  histories: readonly History[],
  receivers: readonly string[],
): Promise<number> {
  const { sale } = search;
  const figures: number[] = [];
  for (const { moved, nextIds, giver } of histories) {
    await sale.undone(async () => {
      await transferAll(search, givers.minter, givers.collector, moved);
      for (const tokenId of nextIds) {
        for (const receiver of receivers) {
          const args = [givers[giver], receiver, tokenId] as const;
          const data = words.encodeFunctionData("transferFrom", [...args]);
          figures.push(await gasOf(sale, sale.call(givers[giver], data)));
        }
      }
    });
  }
  return Math.max(...figures);
}

async function transferAll(
  { sale, operator }: Search,
  from: string,
  to: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  const data = operatorWords.encodeFunctionData("transferAll", [sale.address, from, to, [...ids]]);
  await sale.send({ from: donor, to: operator, data });
}

function receiverOf(count: number): string {
  return person(`receiver of ${count}`);
}

function idsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

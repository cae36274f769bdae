import { parseEther } from "ethers";
import { createRandom } from "../../../shared/random.ts";
import { intrinsicGas, mintFloor } from "./floor.ts";
import {
  type Address,
  type BenchSale,
  type Call,
  holdersAtOpening,
  openingNumbers,
  openSale,
  person,
  phaseName,
} from "./sale.ts";
import type { Subject } from "./subjects.ts";

/** One figure of one contract. */
export interface Measurement {
  section: string;
  name: string;
  /** Undefined if the contract lacks the function. */
  figure: number | undefined;
  /** Gas, unless said otherwise. */
  unit?: "bytes";
  /** Theoretical minimum, if there is a formula. */
  floor?: number;
}

/** How much to measure. A smaller plan has fewer rows, with the same figures. */
interface Plan {
  /** Sizes of the collection at which to measure views, ascending. */
  sizes: readonly number[];
  /** Number of random transfers before views are measured again, and whether to enumerate owners of all tokens. */
  transfers: number;
  holders: boolean;
}

/** A quick test: no more than a small collection. */
export const quickPlan: Plan = { sizes: [1_000], transfers: 0, holders: false };

/** Up to a sold-out collection. */
export const fullPlan: Plan = { sizes: [1_000, 10_000], transfers: 2_000, holders: true };

/** Reports the progress of a long step. */
type OnProgress = (done: string) => void;

/** First transaction ID of the mints with which the collection grows. */
const growthNumbers = 0x3_2000;

/** Measures the rows of one contract. Every run gives the same figures. */
export async function measureSubject(
  subject: Subject,
  plan: Plan,
  onProgress: OnProgress = () => {},
): Promise<Measurement[]> {
  const sale = await openSale(subject);
  try {
    const rows = await measureMints(sale);
    rows.push(...(await measureTransfers(sale)));
    for (const [section, calls] of Object.entries(singleCalls(sale))) {
      for (const [name, call] of Object.entries(calls)) {
        rows.push({ section, name, figure: await sale.gasOf(call) });
      }
    }
    rows.push({ section: "Deployment", name: "gas", figure: sale.deploymentGas });
    const figure = (subject.deployedBytecode.length - 2) / 2;
    rows.push({ section: "Deployment", name: "bytecode", figure, unit: "bytes" });
    // The views come last, because their tokens remain.
    rows.push(...(await measureViews(sale, plan, onProgress)));
    return plan.holders ? [...rows, ...(await measureHolders(subject, onProgress))] : rows;
  } finally {
    await sale.close();
  }
}

/** Measures `FringeMint`; of several successive first IDs, on which a batch's cost may depend, the most expensive. */
async function measureMints(sale: BenchSale): Promise<Measurement[]> {
  const section = "FringeMint";
  const rows: Measurement[] = [];
  const newcomer = person("newcomer");
  const mint = (minter: Address, quantity: number, number: number | string) =>
    sale.mintCall(minter, quantity, number);
  /** In the word of the opening's mints. */
  const unusedNumber = openingNumbers + 0xff;
  for (const [who, minter] of [
    ["first time", newcomer],
    ["repeat", person("regular")],
  ] as const) {
    for (const quantity of [1, 2, 5, 10, 20]) {
      const call = await mint(minter, quantity, unusedNumber);
      const name = `${quantity} token${quantity === 1 ? "" : "s"}, ${who}`;
      const floor = mintFloor(call.data, quantity, minter === newcomer);
      rows.push({ section, name, figure: await sale.gasOf(call), floor });
    }
  }
  // As many as a batch's storage could be aligned to.
  const positions = 32;
  for (const quantity of [5, 20]) {
    const call = await mint(newcomer, quantity, unusedNumber);
    const figures = await sale.undone(async () => {
      const gas: number[] = [];
      for (let position = 0; position < positions; position += 1) {
        gas.push(await sale.gasOf(call));
        await sale.send(await mint(person("passer-by"), 1, openingNumbers + 0x10 + position));
      }
      return gas;
    });
    const name = `${quantity} tokens, worst of ${positions} IDs`;
    const floor = mintFloor(call.data, quantity, true);
    rows.push({ section, name, figure: Math.max(...figures), floor });
  }
  const otherIds = {
    "first of 256 numbers": openingNumbers + 0x100,
    "number of 9 digits": 987_654_321,
    "text of 36 characters": "0f8fad5b-d9cb-469f-a165-70867728950e",
  };
  await sale.undone(async () => {
    await sale.send(await mint(person("passer-by"), 1, otherIds["number of 9 digits"] - 1));
    for (const [name, number] of Object.entries(otherIds)) {
      const figure = await sale.gasOf(await mint(newcomer, 1, number));
      rows.push({ section: `${section}, 1 token, first`, name, figure });
    }
  });
  return rows;
}

/** Measures `transferFrom` by the owner of each token of an intact batch, to a new holder and to an existing one. */
async function measureTransfers(sale: BenchSale): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const [who, to] of [
    ["to a fresh holder", person("newcomer")],
    ["to a holder", person("neighbour")],
  ] as const) {
    const gas: number[] = [];
    for (let position = 0; position < 20; position += 1) {
      const args = [person("holder"), to, holderBatchStart(sale) + position];
      gas.push(await sale.gasOf(sale.call("transferFrom", args, person("holder"))));
    }
    const mean = Math.round(gas.reduce((sum, each) => sum + each, 0) / gas.length);
    const named = { first: gas[0], middle: gas[10], last: gas[19], mean, worst: Math.max(...gas) };
    for (const [which, figure] of Object.entries(named)) {
      rows.push({ section: `transferFrom ${who}`, name: `${which} of a batch of 20`, figure });
    }
  }
  return rows;
}

/** Returns the first ID of the holder's batch of twenty. */
function holderBatchStart({ subject }: BenchSale): number {
  return subject.firstTokenId + holdersAtOpening[0].quantity + holdersAtOpening[1].quantity;
}

/** The rows of one transaction each. */
function singleCalls(sale: BenchSale): Record<string, Record<string, Call>> {
  const { call, coin, subject } = sale;
  const holder = person("holder");
  const operator = person("operator");
  const receivers = Array.from({ length: 20 }, (_, index) => person(`receiver ${index}`));
  const [batch, start] = [holderBatchStart(sale), subject.firstTokenId];
  return {
    Approvals: {
      "approve, first of a batch": call("approve", [operator, batch], holder),
      "approve, middle of a batch": call("approve", [operator, batch + 10], holder),
      setApprovalForAll: call("setApprovalForAll", [operator, true], holder),
    },
    Gifts: {
      "gift to 1 fresh holder": call("gift", [phaseName, receivers.slice(0, 1)]),
      "gift to 20 fresh holders": call("gift", [phaseName, receivers]),
    },
    Administration: {
      "toggleMint, off": call("toggleMint", []),
      adjustPrice: call("adjustPrice", [parseEther("0.05")]),
      adjustMaxBatch: call("adjustMaxBatch", [10]),
      adjustSigner: call("adjustSigner", [person("new signer")]),
      setBaseURI: call("setBaseURI", ["https://elsewhere.example/metadata/"]),
      changePhase: call("changePhase", ["Second Dust"]),
      "adjustPhases, a new one": call("adjustPhases", ["Second Dust", 20_000, 21_000]),
      "adjustPhases, a new end": call("adjustPhases", [phaseName, start, start + 5_000]),
      changeWithdrawer: call("changeWithdrawer", [person("treasurer")]),
      transferOwnership: call("transferOwnership", [person("heir")]),
      withdrawFunds: call("withdrawFunds", []),
      withdrawERC20: call("withdrawERC20", [coin]),
    },
  };
}

/** A growing sale. */
interface Population {
  /** Owners of the tokens, from the sale's first ID upwards. */
  owners: Address[];
  /** Owners who minted one batch each. */
  collectors: Address[];
}

/** Mints many batches of 20. */
const whale = person("whale");
/** Mints one token before and after each growth, and so owns distant IDs. */
const wanderer = person("wanderer");

/** Measures views while the collection grows and after transfers. */
async function measureViews(
  sale: BenchSale,
  { sizes, transfers }: Plan,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  const owners = holdersAtOpening.flatMap(({ minter, quantity }) => repeat(minter, quantity));
  const population: Population = { owners, collectors: [] };
  const rows: Measurement[] = [];
  for (const size of sizes) {
    await growTo(sale, population, size, onProgress);
    rows.push(...(await measureAllViews(sale, population, `${size.toLocaleString("en")} tokens`)));
  }
  if (transfers === 0) return rows;
  const calls = randomTransfers(sale, population, transfers);
  await sale.sendAll(calls, (sent) => onProgress(`${sent}/${transfers} transfers`));
  const when = `+ ${transfers.toLocaleString("en")} transfers`;
  return [...rows, ...(await measureAllViews(sale, population, when))];
}

/** Calls `FringeMint` until there are `size` tokens: batches of one collector each, and every sixtieth the whale's. */
async function growTo(
  sale: BenchSale,
  { owners, collectors }: Population,
  size: number,
  onProgress: OnProgress,
): Promise<void> {
  const batchSizes = [20, 1, 2, 3, 5, 10];
  const calls: Call[] = [];
  const mint = async (minter: Address, quantity: number) => {
    calls.push(await sale.mintCall(minter, quantity, growthNumbers + owners.length));
    owners.push(...repeat(minter, quantity));
  };
  await mint(wanderer, 1);
  while (owners.length < size - 1) {
    const mints = collectors.length + owners.filter((owner) => owner === whale).length / 20 + 1;
    const quantity = Math.min(batchSizes[mints % 6] ?? 1, size - 1 - owners.length);
    const minter = mints % 60 === 0 ? whale : person(`collector ${collectors.length}`);
    if (minter !== whale) collectors.push(minter);
    await mint(minter, quantity);
  }
  await mint(wanderer, 1);
  await sale.sendAll(calls, (sent) => onProgress(`${sent}/${calls.length} mints`));
}

/** Transfers random tokens to random collectors. */
function randomTransfers(
  { call, subject }: BenchSale,
  { owners, collectors }: Population,
  count: number,
): Call[] {
  const random = createRandom("gas report", "transfers");
  const below = (limit: number) => Math.floor(random.between(0, limit));
  return Array.from({ length: count }, () => {
    const index = below(owners.length);
    const [from, to] = [at(owners, index), at(collectors, below(collectors.length))];
    owners[index] = to;
    return call("transferFrom", [from, to, subject.firstTokenId + index], from);
  });
}

/** Typical is the median; of an owner's tokens, a collector's last one. The worst has special owners too. */
async function measureAllViews(sale: BenchSale, population: Population, when: string) {
  const { call, subject } = sale;
  const { owners, collectors } = population;
  const balances = Map.groupBy(owners, (owner) => owner);
  const lastOf = (owner: Address) =>
    call("tokenOfOwnerByIndex", [owner, (balances.get(owner)?.length ?? 0) - 1]);
  const holds = (owner: Address) => balances.has(owner);
  const sample = everyNth(collectors.length, Math.ceil(collectors.length / 60));
  const typical = sample.map((index) => at(collectors, index)).filter(holds);
  const special = [whale, wanderer, person("regular")].filter(holds);
  const tokens = everyNth(owners.length, 7).map((index) => subject.firstTokenId + index);
  const rows: Measurement[] = [];
  for (const [view, calls, others = []] of [
    ["ownerOf", tokens.map((tokenId) => call("ownerOf", [tokenId]))],
    ["tokenByIndex", everyNth(owners.length, 401).map((index) => call("tokenByIndex", [index]))],
    ["tokenOfOwnerByIndex", typical.map(lastOf), special.map(lastOf)],
  ] as const) {
    const section = `${view}, execution`;
    const isKnown = view === "ownerOf" || subject.enumerable;
    const gas = isKnown ? await executionGas(sale, calls) : [];
    const sorted = gas.toSorted((a, b) => a - b);
    const all = isKnown ? [...gas, ...(await executionGas(sale, others))] : [];
    const worst = isKnown ? Math.max(...all) : undefined;
    rows.push({ section, name: `${when}, typical`, figure: sorted[Math.floor(gas.length / 2)] });
    rows.push({ section, name: `${when}, worst`, figure: worst });
  }
  return rows;
}

/** Returns the gas of each view, without intrinsic gas. */
async function executionGas(sale: BenchSale, views: readonly Call[]): Promise<number[]> {
  const gas = await sale.sendAll(views.map((view) => ({ ...view, from: person("reader") })));
  return gas.map((each, index) => each - intrinsicGas(at(views, index).data));
}

/**
 * Measures `tokenOfOwnerByIndex` of the first and of the last index of owners whose tokens are spread over a collection
 * of 10,000, or were transferred to them.
 */
async function measureHolders(subject: Subject, onProgress: OnProgress): Promise<Measurement[]> {
  const section = "tokenOfOwnerByIndex, execution";
  const [ends, collector] = [
    person("owner of the first and the last"),
    person("owner of 24 batches"),
  ];
  const [receiver, others] = [person("owner of received tokens"), person("others")];
  const singles = person("owner of single mints");
  const views = [
    ["IDs 1 and 10,000", ends, 2],
    ["480 in 24 mints", collector, 480],
    ["180 received", receiver, 180],
    ["5,000 single mints", singles, 5_000],
  ].flatMap(([name, owner, tokens]) => [
    { name: `${name}, first`, args: [owner, 0] },
    { name: `${name}, last`, args: [owner, Number(tokens) - 1] },
  ]);
  if (!subject.enumerable) {
    return views.map(({ name }) => ({ section, name, figure: undefined }));
  }
  const round = [
    ...repeat([singles, 1] as const, 208),
    [collector, 20] as const,
    ...repeat([others, 90] as const, 2),
  ];
  const mints = [
    [ends, 1] as const,
    ...repeat(round, 24).flat(),
    ...repeat([singles, 1] as const, 8),
    ...repeat([others, 99] as const, 2),
    [ends, 1] as const,
  ];
  const sale = await openSale(subject, []);
  try {
    await sale.send(sale.call("adjustMaxBatch", [100]));
    const calls: Call[] = [];
    for (const [minter, quantity] of mints) {
      calls.push(await sale.mintCall(minter, quantity, growthNumbers + calls.length));
    }
    await sale.sendAll(calls, (sent) => onProgress(`owners, ${sent} of ${calls.length} mints`));
    // The others' tokens of the first round.
    const first = subject.firstTokenId + 1 + 208 + 20;
    const moved = Array.from({ length: 180 }, (_, index) => [others, receiver, first + index]);
    await sale.sendAll(moved.map((args) => sale.call("transferFrom", args, others)));
    const reads = views.map(({ args }) => sale.call("tokenOfOwnerByIndex", args));
    const gas = await executionGas(sale, reads);
    return views.map(({ name }, index) => ({ section, name, figure: gas[index] }));
  } finally {
    await sale.close();
  }
}

function repeat<Item>(item: Item, count: number): Item[] {
  return Array<Item>(count).fill(item);
}

/** Returns 0, n, 2 n, … below `length`, and the last index. */
function everyNth(length: number, n: number): number[] {
  const indices = Array.from({ length: Math.ceil(length / n) }, (_, index) => index * n);
  return [...new Set([...indices, length - 1])];
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  return item;
}

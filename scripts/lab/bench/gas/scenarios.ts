import { parseEther } from "ethers";
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

/** Reports the progress of a long step. */
type OnProgress = (done: string) => void;

/** First transaction ID of the mints of the large collection. */
const firstNumber = 0x3_2000;

/** Measures the transactions of one contract. Every run gives the same figures. */
export async function measureSubject(subject: Subject): Promise<Measurement[]> {
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
    return rows;
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

/**
 * Measures views of a collection of 10,000: `tokenOfOwnerByIndex` of the first and of the last index of owners whose
 * tokens are spread over it, or were transferred to them, and the others of tokens all over it.
 */
export async function measureViews(
  subject: Subject,
  onProgress: OnProgress,
): Promise<Measurement[]> {
  const [ends, collector] = [person("owner of the first and the last"), person("owner of batches")];
  const [receiver, others] = [person("owner of received tokens"), person("others")];
  const singles = person("owner of single mints");
  // The IDs: one, then 24 times 208 single mints, a batch of 20 and two of 90.
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
      calls.push(await sale.mintCall(minter, quantity, firstNumber + calls.length));
    }
    await sale.sendAll(calls, (sent) => onProgress(`${sent}/${calls.length} mints`));
    const firstOfOthers = subject.firstTokenId + 1 + 208 + 20;
    const moves = Array.from({ length: 180 }, (_, index) =>
      sale.call("transferFrom", [others, receiver, firstOfOthers + index], others),
    );
    await sale.sendAll(moves);
    const everySeventh = Array.from({ length: 1_428 }, (_, index) => 7 * index);
    const ownerOf = everySeventh.map((index) =>
      sale.call("ownerOf", [subject.firstTokenId + index]),
    );
    const byIndex = everySeventh.map((index) => sale.call("tokenByIndex", [index]));
    const owners = [
      ["IDs 1 and 10,000", ends, 2],
      ["480 in 24 mints", collector, 480],
      ["180 received", receiver, 180],
      ["5,000 single mints", singles, 5_000],
    ] as const;
    const rows: Measurement[] = [];
    for (const [view, reads] of Object.entries({ ownerOf, tokenByIndex: byIndex })) {
      const isKnown = view === "ownerOf" || subject.enumerable;
      const gas = isKnown ? (await executionGas(sale, reads)).toSorted((a, b) => a - b) : [];
      const section = `${view}, execution`;
      rows.push({ section, name: "typical", figure: gas[Math.floor(gas.length / 2)] });
      rows.push({ section, name: "worst", figure: gas.at(-1) });
    }
    for (const [name, owner, tokens] of owners) {
      for (const [which, index] of Object.entries({ first: 0, last: tokens - 1 })) {
        const reads = [sale.call("tokenOfOwnerByIndex", [owner, index])];
        const [figure] = subject.enumerable ? await executionGas(sale, reads) : [];
        const section = "tokenOfOwnerByIndex, execution";
        rows.push({ section, name: `${name}, ${which}`, figure });
      }
    }
    return rows;
  } finally {
    await sale.close();
  }
}

/** Returns the gas of each view, without intrinsic gas. */
async function executionGas(sale: BenchSale, views: readonly Call[]): Promise<number[]> {
  const gas = await sale.sendAll(views.map((view) => ({ ...view, from: person("reader") })));
  return gas.map((each, index) => each - intrinsicGas(views[index]?.data ?? "0x"));
}

function repeat<Item>(item: Item, count: number): Item[] {
  return Array<Item>(count).fill(item);
}

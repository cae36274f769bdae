import { parseEther } from "ethers";
import type { Address } from "viem";
import { intrinsicGas, mintFloor } from "./floor.ts";
import { type BenchSale, type Call, openSale, person, phaseName } from "./sale.ts";
import type { Subject } from "./subjects.ts";

/** One figure for one contract. */
export interface Measurement {
  section: string;
  name: string;
  /** Gas, unless `name` says otherwise; undefined if the contract lacks the function. */
  figure: number | undefined;
  /** Theoretical minimum, if there is a formula. */
  floor?: number;
}

/** Holders before the measurements, with the size of their only batch, in mint order. */
const holders = [
  ["regular", 20],
  ["neighbor", 5],
  ["holder", 20],
  ["later neighbor", 5],
] as const;

/** Number of tokens before the holder's batch of twenty. */
const batchOffset = holders[0][1] + holders[1][1];

/**
 * First transaction ID for these mints. Numbers that differ only in their lowest eight bits share a
 * storage word where IDs are packed.
 */
const openingNumbers = 0x1_9000;

/** First transaction ID for the large collection's mints. */
const firstNumber = 0x3_2000;

type Measurements = AsyncGenerator<Measurement, void>;

/** Measures one contract's transactions. Every run produces the same figures. */
export async function* measureSubject(subject: Subject): Measurements {
  const sale = await openSale(subject);
  for (const [index, [name, quantity]] of holders.entries()) {
    await sale.send(await sale.mintCall(person(name), quantity, openingNumbers + index));
  }
  yield* measureMints(sale);
  yield* measureTransfers(sale);
  for (const [section, calls] of Object.entries(singleCalls(sale))) {
    for (const [name, call] of Object.entries(calls)) {
      yield { section, name, figure: await sale.measureGas(call) };
    }
  }
  const size = (subject.deployedBytecode.length - 2) / 2;
  yield { section: "Deployment", name: "gas", figure: sale.deploymentGas };
  yield { section: "Deployment", name: "bytecode, bytes", figure: size };
}

async function* measureMints(sale: BenchSale): Measurements {
  const section = "FringeMint";
  const newcomer = person("newcomer");
  const minters = { "first time": newcomer, repeat: person("regular") };
  for (const [who, minter] of Object.entries(minters)) {
    for (const quantity of [1, 5, 20]) {
      // In the same storage word as the opening mints.
      const call = await sale.mintCall(minter, quantity, openingNumbers + 0xff);
      const name = `${quantity} token${quantity === 1 ? "" : "s"}, ${who}`;
      const floor = mintFloor(call.data, quantity, minter === newcomer);
      yield { section, name, figure: await sale.measureGas(call), floor };
    }
  }
  const otherIds = {
    "first of 256 numbers": openingNumbers + 0x100,
    "number of 9 digits": 987_654_321,
    "text of 36 characters": "0f8fad5b-d9cb-469f-a165-70867728950e",
  };
  const neighbor = otherIds["number of 9 digits"] - 1;
  const earlier = await sale.mintCall(person("passer-by"), 1, neighbor);
  for (const [name, id] of Object.entries(otherIds)) {
    const figure = await sale.measureGas(earlier, await sale.mintCall(newcomer, 1, id));
    yield { section: `${section}, 1 token, first`, name, figure };
  }
}

/** Measures `transferFrom` by the owner of each token of an intact batch, to a new holder and to an existing one. */
async function* measureTransfers(sale: BenchSale): Measurements {
  const receivers = { "a fresh holder": person("newcomer"), "a holder": person("neighbor") };
  for (const [who, to] of Object.entries(receivers)) {
    const gas: number[] = [];
    for (let position = 0; position < 20; position += 1) {
      const args = [person("holder"), to, sale.subject.firstTokenId + batchOffset + position];
      gas.push(await sale.measureGas(sale.call("transferFrom", args, person("holder"))));
    }
    const mean = Math.round(gas.reduce((sum, each) => sum + each, 0) / gas.length);
    const named = { first: gas[0], middle: gas[10], last: gas[19], mean, worst: Math.max(...gas) };
    for (const [which, figure] of Object.entries(named)) {
      yield { section: `transferFrom to ${who}`, name: `${which} of a batch of 20`, figure };
    }
  }
}

/** Rows with one transaction each. */
function singleCalls(sale: BenchSale): Record<string, Record<string, Call>> {
  const { call, coin, subject } = sale;
  const holder = person("holder");
  const operator = person("operator");
  const receivers = Array.from({ length: 20 }, (_, index) => person(`receiver ${index}`));
  const start = subject.firstTokenId;
  const batch = start + batchOffset;
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
 * Measures views in a collection of 10,000: `tokenOfOwnerByIndex` for the first and the last index of owners with
 * scattered or received tokens, and the other views for tokens throughout the collection.
 */
export async function* measureViews(subject: Subject): Measurements {
  const [ends, collector] = [person("owner of the first and the last"), person("owner of batches")];
  const [receiver, others] = [person("owner of received tokens"), person("others")];
  const singles = person("owner of single mints");
  // The IDs: one, then 24 times 208 single mints, a batch of 20 and two of 90.
  type Mint = [minter: Address, quantity: number];
  const mints: Mint[] = [[ends, 1]];
  const single = (count: number) => Array<Mint>(count).fill([singles, 1]);
  for (let round = 0; round < 24; round += 1) {
    mints.push(...single(208), [collector, 20], [others, 90], [others, 90]);
  }
  mints.push(...single(8), [others, 99], [others, 99], [ends, 1]);
  const sale = await openSale(subject);
  const start = subject.firstTokenId;
  await sale.send(sale.call("adjustMaxBatch", [100]));
  const calls: Call[] = [];
  for (const [minter, quantity] of mints) {
    calls.push(await sale.mintCall(minter, quantity, firstNumber + calls.length));
  }
  await sale.send(...calls);
  const firstOfOthers = start + 1 + 208 + 20;
  const moves = Array.from({ length: 180 }, (_, index) =>
    sale.call("transferFrom", [others, receiver, firstOfOthers + index], others),
  );
  await sale.send(...moves);

  /** Returns the gas of view calls, without intrinsic gas; an empty list if the contract lacks the view. */
  async function executionGas(view: string, calls: readonly (readonly unknown[])[]) {
    if (view !== "ownerOf" && !subject.enumerable) return [];
    const reads = calls.map((args) => sale.call(view, args, person("reader")));
    const gas = await sale.send(...reads);
    return gas.map((each, index) => each - intrinsicGas(reads[index]?.data ?? "0x"));
  }

  for (const [view, first] of Object.entries({ ownerOf: start, tokenByIndex: 0 })) {
    const everySeventh = Array.from({ length: 1_428 }, (_, index) => [first + 7 * index]);
    const gas = (await executionGas(view, everySeventh)).toSorted((a, b) => a - b);
    const section = `${view}, execution`;
    yield { section, name: "typical", figure: gas[Math.floor(gas.length / 2)] };
    yield { section, name: "worst", figure: gas.at(-1) };
  }
  for (const [name, owner, tokens] of [
    ["IDs 1 and 10,000", ends, 2],
    ["480 in 24 mints", collector, 480],
    ["180 received", receiver, 180],
    ["5,000 single mints", singles, 5_000],
  ] as const) {
    for (const [which, index] of Object.entries({ first: 0, last: tokens - 1 })) {
      const [figure] = await executionGas("tokenOfOwnerByIndex", [[owner, index]]);
      yield { section: "tokenOfOwnerByIndex, execution", name: `${name}, ${which}`, figure };
    }
  }
}

import { expect } from "chai";
import { type Address, encodeEventTopics, type Hex, numberToHex } from "viem";
import { collectionAbi as abi } from "#chain/abi";
import { LogsUnavailableError } from "#protocol/chain/blockRanges";
import { RpcEndpointError } from "#protocol/chain/rpcEndpointError";
import {
  createTransferHistory,
  createWholeTransferHistory,
  type TransferHistory,
} from "#protocol/chain/transferHistory";

const collection: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
const [ada, ben, cleo] = [
  "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  "0x90F79bf6EB2c4f870365E785982E1f101E93b906",
  "0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65",
] as const;
const zero: Address = "0x0000000000000000000000000000000000000000";

type Transfer = readonly [block: number, id: number, from: Address, to: Address, logIndex: number];

/** Ada transfers drifter 7 to Ben at block 20, who sends it to Cleo and gets it back within one block; Ada keeps 8. */
const transfers: readonly Transfer[] = [
  [5, 7, zero, ada, 0],
  [5, 8, zero, ada, 1],
  [20, 7, ada, ben, 0],
  // Compared as strings, 0xf would come after 0x10.
  [30, 7, ben, cleo, 15],
  [30, 7, cleo, ben, 16],
  [1_000, 7, ben, ada, 0],
];

/** A node that accepts ranges of at most `maxBlocks` blocks. */
function nodeOf({ maxBlocks = 1_000_000, newest = 1_200, changes = {} } = {}) {
  const ranges: [from: number, to: number, isOfOne: boolean][] = [];
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === "eth_blockNumber") return numberToHex(newest);
    const [{ fromBlock, toBlock, topics, address }] = params as [
      { fromBlock: Hex; toBlock: Hex; topics: (Hex | null)[]; address: Address },
    ];
    expect([method, address]).to.deep.equal(["eth_getLogs", collection]);
    const [from, to, id] = [Number(fromBlock), Number(toBlock), topics[3]];
    if (to - from + 1 > maxBlocks) throw new Error("query exceeds max block range");
    ranges.push([from, to, id !== undefined && id !== null]);
    return transfers
      .filter(
        ([block, each]) => block >= from && block <= to && (!id || BigInt(id) === BigInt(each)),
      )
      .map(([block, each, sender, receiver, logIndex]) => ({
        address: collection,
        blockNumber: numberToHex(block),
        logIndex: numberToHex(logIndex),
        topics: encodeEventTopics({
          abi,
          eventName: "Transfer",
          args: { from: sender, to: receiver, tokenId: BigInt(each) },
        }),
        ...changes,
      }))
      .reverse();
  };
  return { client: { request } as never, ranges };
}

const ownersOf = (history: TransferHistory) =>
  Promise.all(
    ([4, 5, 19, 20, 29, 30, 999, 1_000, 1_100] as const).map(async (block) => {
      const found = await history.ownerAt("7", BigInt(block));
      return found && [block, found.owner, Number(found.since)];
    }),
  );
const expected = [
  undefined,
  [5, ada, 5],
  [19, ada, 5],
  [20, ben, 20],
  [29, ben, 20],
  [30, ben, 30],
  [999, ben, 30],
  [1_000, ada, 1_000],
  [1_100, ada, 1_000],
];

for (const [name, create] of [
  ["createTransferHistory", createTransferHistory],
  ["createWholeTransferHistory", createWholeTransferHistory],
] as const) {
  describe(name, () => {
    it("finds the owner by the last transfer up to a block, and within a block by log index", async () => {
      expect(await ownersOf(create(nodeOf().client, collection))).to.deep.equal(expected);
    });

    it("finds the same owners through a node that accepts ten blocks per request", async () => {
      const { client, ranges } = nodeOf({ maxBlocks: 10 });
      expect(await ownersOf(create(client, collection))).to.deep.equal(expected);
      for (const [from, to] of ranges) expect(to - from + 1).to.be.at.most(10);
    });

    for (const [what, changes] of Object.entries({
      "of a different contract": { address: ada },
      "of a different event": { topics: Array(4).fill(`0x${"1".repeat(64)}`) },
      "of a later block": { blockNumber: numberToHex(5_000) },
      "of a block that is no longer part of the chain": { removed: true },
    })) {
      it(`rejects a node that returns events ${what}`, async () => {
        const history = create(nodeOf({ changes }).client, collection);
        const error = await history.ownerAt("7", 20n).catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(RpcEndpointError);
        expect((error as Error).message).to.contain("events that were not requested");
      });
    }

    it("rejects a node without events", async () => {
      const history = create(nodeOf({ maxBlocks: 0 }).client, collection);
      const error = await history.ownerAt("7", 20n).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(LogsUnavailableError);
      expect((error as Error).message).to.contain("does not serve the contract's events");
    });
  });
}

describe("createTransferHistory", () => {
  it("rejects a node that returns a different drifter's events or events from earlier blocks", async () => {
    const topics = encodeEventTopics({
      abi,
      eventName: "Transfer",
      args: { from: zero, to: cleo, tokenId: 9n },
    });
    for (const node of [
      nodeOf({ changes: { topics } }),
      nodeOf({ maxBlocks: 300, changes: { blockNumber: "0x1" } }),
    ]) {
      const history = createTransferHistory(node.client, collection);
      const error = await history.ownerAt("7", 1_100n).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(RpcEndpointError);
    }
  });
});

describe("createWholeTransferHistory", () => {
  it("requests each block until it is read, then only later blocks", async () => {
    const { client, ranges } = nodeOf();
    const progress: unknown[] = [];
    const history = createWholeTransferHistory(client, collection, (...read) => {
      if (progress.push(read) === 1) throw new Error("Not now.");
    });
    await Promise.allSettled(["7", "8", "9"].map((id) => history.ownerAt(id, 20n)));
    expect(await history.ownerAt("9", 30n)).to.equal(undefined);
    await history.ownerAt("7", 1_300n);
    expect(ranges.slice(1)).to.deep.equal([
      [0, 1_200, false],
      [1_201, 1_300, false],
    ]);
    expect(progress.slice(1)).to.deep.equal([
      [1_201n, 1_201n],
      [100n, 100n],
    ]);
  });
});

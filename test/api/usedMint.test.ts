import { expect } from "chai";
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
  pad,
} from "viem";
import { fringeDriftersAbi as abi } from "#chain/abi";
import type { ChainNode, MintFilter, MintLog } from "../../api/src/chainNode.ts";
import { createSaleReader } from "../../api/src/sale.ts";
import { findUsedMint } from "../../api/src/usedMint.ts";
import { isTransactionUsedAt } from "../../api/src/usedTransactions.ts";
import { account } from "./apiFixture.ts";

const [collection, minter, other] = [9, 2, 3].map((index) => account(index).address) as [
  Address,
  Address,
  Address,
];

interface Transaction {
  from: Address;
  to: Address | null;
  input: Hex;
  block: bigint;
  /** Tokens and their receivers. */
  minted: readonly (readonly [tokenId: bigint, to: Address])[];
}

const mintCall = (qty: bigint, id = "7") =>
  encodeFunctionData({ abi, functionName: "FringeMint", args: [pad("0x1"), "0x", id, qty] });
const giftCall = (phase: string, receivers: Address[]) =>
  encodeFunctionData({ abi, functionName: "gift", args: [phase, receivers] });

const ids = (first: bigint, count: number, to: Address = minter) =>
  Array.from({ length: count }, (_, index) => [first + BigInt(index), to] as const);
const ownMint = (changes: Partial<Transaction> = {}): Transaction => ({
  from: minter,
  to: collection,
  input: mintCall(2n),
  block: 80n,
  minted: ids(10n, 2),
  ...changes,
});
/** A mint sent through another contract. */
const walletMint = (changes: Partial<Transaction> = {}): Transaction =>
  ownMint({ from: other, to: other, input: "0x12345678", ...changes });

/** A node whose phase Ember is [10, 20), with these transactions, and with the ID used from a block on. */
function nodeWith(
  transactions: readonly Transaction[],
  { usedSince = 80n, lost = 0 }: { usedSince?: bigint; lost?: number } = {},
) {
  const filters: MintFilter[] = [];
  const logs = transactions.flatMap(({ block, minted }, index) =>
    minted.map(
      ([tokenId, to]): MintLog => ({
        to,
        tokenId,
        blockNumber: block,
        transactionHash: pad(numberToHex(index + 1)),
      }),
    ),
  );
  const node = {
    async view(data: Hex, blockNumber: bigint): Promise<Hex> {
      const { functionName } = decodeFunctionData({ abi, data });
      if (functionName === "usedTransactions") {
        const result = blockNumber >= usedSince;
        return encodeFunctionResult({ abi, functionName: "usedTransactions", result });
      }
      const count = logs.filter((log) => log.blockNumber <= blockNumber && log.tokenId < 20n);
      const result = [10n, 20n, BigInt(count.length + lost * Number(blockNumber >= 80n))] as const;
      return encodeFunctionResult({ abi, functionName: "AllPhases", result });
    },
    async mintLogs(filter: MintFilter) {
      filters.push(filter);
      return logs.filter(
        ({ blockNumber, to }) =>
          blockNumber >= filter.from &&
          blockNumber <= filter.until &&
          (filter.to === undefined || filter.to === to),
      );
    },
    readTransaction: async (hash: Hex) => transactions[Number(hash) - 1],
    // Safety: all that is used.
  } as unknown as ChainNode;
  const ask = (since = 79n) =>
    findUsedMint(node, collection, {
      minter,
      phase: "Ember",
      transactionID: "7",
      since,
      blockNumber: 100n,
    });
  return { node, filters, ask };
}

describe("findUsedMint", () => {
  for (const { name, transactions, mint, options } of [
    { name: "the minter's own call", transactions: [ownMint()], mint: 2n },
    {
      name: "its call, given more than it says",
      transactions: [ownMint({ input: mintCall(1n) })],
      mint: 1n,
    },
    {
      name: "no call whose events are missing",
      transactions: [ownMint({ input: mintCall(3n) })],
      mint: undefined,
    },
    {
      name: "no event of another phase",
      transactions: [ownMint({ minted: ids(20n, 2) })],
      mint: undefined,
    },
    {
      name: "no event below the phase",
      transactions: [ownMint({ minted: ids(8n, 2) })],
      mint: undefined,
    },
    {
      name: "the first and the last ID of the phase",
      transactions: [ownMint({ minted: [...ids(10n, 1), ...ids(19n, 1)] })],
      mint: 2n,
    },
    {
      name: "no mint under another ID",
      transactions: [ownMint({ input: mintCall(2n, "8"), block: 70n })],
      mint: undefined,
    },
    {
      name: "the call under its ID among others",
      transactions: [
        ownMint({ input: mintCall(1n, "8"), block: 70n, minted: ids(15n, 1) }),
        ownMint(),
      ],
      mint: 2n,
    },
    { name: "what a contract wallet got in the block", transactions: [walletMint()], mint: 2n },
    { name: "what another sender's call gave", transactions: [ownMint({ from: other })], mint: 2n },
    {
      name: "a mint by the call that made a contract",
      transactions: [walletMint({ to: null })],
      mint: 2n,
    },
    {
      name: "the wallet's tokens alone in that block",
      transactions: [walletMint(), walletMint({ minted: ids(15n, 3, other) })],
      mint: 2n,
    },
    {
      name: "no block in which it was used already",
      transactions: [walletMint({ block: 81n })],
      mint: undefined,
    },
    {
      name: "no block in which it was unused",
      transactions: [walletMint({ block: 79n })],
      mint: undefined,
    },
    {
      name: "nothing where an event of the phase is missing",
      transactions: [walletMint()],
      options: { lost: 1 },
      mint: undefined,
    },
    {
      name: "no gifts to the wallet in the same transaction",
      transactions: [
        walletMint(),
        ownMint({
          from: other,
          input: giftCall("Ember", [minter, other]),
          minted: [...ids(14n, 1), ...ids(15n, 1, other)],
        }),
      ],
      mint: 2n,
    },
    {
      name: "no gifts of another phase",
      transactions: [walletMint({ to: collection, input: giftCall("Ash", [minter]) })],
      mint: 2n,
    },
  ] as { name: string; transactions: Transaction[]; mint?: bigint; options?: { lost: number } }[]) {
    it(`counts ${name}`, async () => {
      const { ask } = nodeWith(transactions, options);
      expect(await ask()).to.deep.equal(
        mint === undefined ? undefined : { blockNumber: 80n, qty: mint },
      );
    });
  }

  it("searches from 64 blocks before the ID was unused to the newest block", async () => {
    for (const [since, from] of [
      [79n, 15n],
      [65n, 1n],
      [64n, 0n],
      [3n, 0n],
    ] as const) {
      const { ask, filters } = nodeWith([]);
      expect(await ask(since)).to.equal(undefined);
      expect(filters).to.deep.equal([{ to: minter, from, until: 100n }]);
    }
  });

  it("reads no more than 64 transactions", async () => {
    const many = Array.from({ length: 65 }, (_, index) =>
      ownMint({ input: mintCall(1n, index === 64 ? "7" : "8"), minted: ids(10n, 1), block: 80n }),
    );
    expect(await nodeWith(many, { usedSince: 200n }).ask()).to.equal(undefined);
    expect(await nodeWith(many.slice(1), { usedSince: 200n }).ask()).to.deep.include({ qty: 1n });
  });

  it("finds no block if the ID was used in the first one", async () => {
    const { ask } = nodeWith([walletMint({ block: 0n })], { usedSince: 0n });
    expect(await ask(0n)).to.equal(undefined);
  });

  it("reads whether an ID is used at a block", async () => {
    const { node } = nodeWith([]);
    expect(await isTransactionUsedAt(node, "7", 80n)).to.equal(true);
    expect(await isTransactionUsedAt(node, "7", 79n)).to.equal(false);
  });
});

describe("createSaleReader", () => {
  it("reads everything in one request, and the bounds again when another phase is active", async () => {
    const requests: { calls: number; args: unknown; block: bigint }[] = [];
    let phase = "Ember";
    let mayBeOutdated = false;
    const node = {
      identify: async () => ({ number: 50n, hash: "0x50", mayBeOutdated }),
      async readViews(calls: { functionName: string; args?: unknown[] }[], block: bigint) {
        requests.push({ calls: calls.length, args: calls.at(-1)?.args, block });
        return calls.map(({ functionName, args }) => {
          if (functionName === "AllPhases") {
            return args?.[0] === "Ember" ? [1n, 9n, 2n] : [10n, 20n, 3n];
          }
          return functionName === "CURRENTPHASE" ? phase : functionName;
        });
      },
      // Safety: all that is used.
    } as unknown as ChainNode;
    const readSale = createSaleReader(node);
    const ember = { name: "Ember", startingPoint: 1n, endPoint: 9n, currentCount: 2n };
    expect(await readSale()).to.deep.include({ phase: ember, blockNumber: 50n });
    expect(requests).to.deep.equal([
      { calls: 7, args: [""], block: 50n },
      { calls: 1, args: ["Ember"], block: 50n },
    ]);
    expect(await readSale()).to.deep.include({ phase: ember });
    expect(requests).to.have.length(3);
    expect(requests[2]?.args).to.deep.equal(["Ember"]);
    phase = "Ash";
    const ash = { name: "Ash", startingPoint: 10n, endPoint: 20n, currentCount: 3n };
    expect(await readSale()).to.deep.include({ phase: ash });
    expect(requests.slice(3).map(({ args }) => args)).to.deep.equal([["Ember"], ["Ash"]]);
    expect(await readSale()).to.deep.include({ maxSupply: "MAX_SUPPLY" });
    const count = requests.length;
    mayBeOutdated = true;
    expect(await readSale()).to.deep.include({ phase: ash, mayBeOutdated });
    expect(requests).to.have.length(count);
  });

  it("reads the bounds of the active phase when another read has finished meanwhile", async () => {
    const { promise: isLate, resolve: end } = Promise.withResolvers<void>();
    let reads = 0;
    const node = {
      identify: async () => ({ number: 50n, hash: "0x50", mayBeOutdated: false }),
      async readViews(calls: { functionName: string; args?: unknown[] }[]) {
        reads += 1;
        if (reads === 1) await isLate;
        return calls.map(({ functionName, args }) => {
          if (functionName === "AllPhases")
            return args?.[0] === "Ember" ? [1n, 9n, 2n] : [0n, 0n, 0n];
          return functionName === "CURRENTPHASE" ? "Ember" : functionName;
        });
      },
      // Safety: all that is used.
    } as unknown as ChainNode;
    const readSale = createSaleReader(node);
    const late = readSale();
    await readSale();
    end();
    const phase = { name: "Ember", startingPoint: 1n, endPoint: 9n, currentCount: 2n };
    expect(await late).to.deep.include({ phase });
  });
});

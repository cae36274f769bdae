import { expect } from "chai";
import { keepUnconfirmed } from "../../api/src/mint/unconfirmedMints.ts";
import type { UsedMint } from "../../api/src/usedMint.ts";
import { account } from "./apiFixture.ts";

describe("keepUnconfirmed", () => {
  /** Reads the mint of an ID in block 90, which is final with 12 blocks, at each of these blocks. */
  async function readAt(
    blocks: readonly number[],
    {
      transactionID = (_index: number) => "7",
      mint = { blockNumber: 90n, qty: 2n },
    }: {
      transactionID?: (index: number) => string;
      mint?: UsedMint | undefined;
    } = {},
  ) {
    const searched: bigint[] = [];
    const read = keepUnconfirmed(async ({ blockNumber }) => {
      searched.push(blockNumber);
      return mint;
    }, 12);
    for (const [index, block] of blocks.entries()) {
      const question = { minter: account(2).address, phase: "Ember", since: 80n };
      const asked = {
        ...question,
        transactionID: transactionID(index),
        blockNumber: BigInt(block),
      };
      expect(await read(asked)).to.deep.equal(mint);
    }
    return searched.map(Number);
  }

  it("searches for a mint once until it is final, and then each time", async () => {
    expect(await readAt([90, 91, 100, 101, 101])).to.deep.equal([90, 101, 101]);
  });

  it("searches for each ID by itself", async () => {
    const transactionID = (index: number) => String(index % 2);
    expect(await readAt([90, 91, 92, 93], { transactionID })).to.deep.equal([90, 91]);
  });
});

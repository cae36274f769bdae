import { expect } from "chai";
import { collectionConfig } from "#collection/collection.config.ts";
import type { ChainNode } from "../../../api/src/chain/node.ts";
import { createSaleReader } from "../../../api/src/chain/sale.ts";

describe("createSaleReader", () => {
  it("reads phase, limits and signer at the returned block, regardless of later blocks", async () => {
    let newest = 7n;
    const node = {
      // Each value equals the number of the block at which it was read; each read takes as long as a block.
      readShared: (_: string, read: (block: bigint, share: object, time: bigint) => unknown) =>
        read(newest, {}, 100n * newest++),
      async readViews(views: { functionName: string; args?: string[] }[], block = newest) {
        newest += 1n;
        return views.map(({ functionName, args }) =>
          args
            ? [0n, block, 0n]
            : `${functionName} at ${functionName === phaseView ? phase : block}`,
        );
      },
    };
    const phaseView = "CURRENTPHASE";
    let phase = "first";
    const read = createSaleReader(node as unknown as ChainNode);
    for (const [block, active] of [
      [7n, "first"],
      [10n, "first"],
      [12n, "second"],
    ] as const) {
      phase = active;
      expect(newest).to.equal(block);
      expect(await read()).to.deep.equal({
        blockNumber: block,
        timestamp: 100n * block,
        signer: `signerAddress at ${block}`,
        price: `${collectionConfig.priceFunction} at ${block}`,
        isMinting: `isMinting at ${block}`,
        maxBatch: `MAXBATCH at ${block}`,
        hardBatchLimit: `HARD_BATCH_LIMIT at ${block}`,
        totalSupply: `totalSupply at ${block}`,
        maxSupply: `MAX_SUPPLY at ${block}`,
        phase: {
          name: `CURRENTPHASE at ${active}`,
          startingPoint: 0n,
          endPoint: block,
          currentCount: 0n,
        },
      });
    }
  });
});

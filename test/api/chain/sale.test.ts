import { expect } from "chai";
import type { ChainNode } from "../../../api/src/chain/node.ts";
import { readSale } from "../../../api/src/chain/sale.ts";

describe("readSale", () => {
  it("reads phase, limits and signer at the block that it returns, whatever later blocks have", async () => {
    let newest = 7n;
    const node = {
      // Each value shows the block that it was read at, and every read takes a block's time.
      readShared: (_: string, read: (block: bigint) => unknown) => read(newest++),
      async readViews(views: { functionName: string; args?: string[] }[], block = newest) {
        newest += 1n;
        return views.map(({ functionName, args }) =>
          args ? [0n, block, 0n] : `${functionName} at ${block}`,
        );
      },
    };
    expect(await readSale(node as unknown as ChainNode)).to.deep.equal({
      blockNumber: 7n,
      signer: "signerAddress at 7",
      isMinting: "isMinting at 7",
      maxBatch: "MAXBATCH at 7",
      hardBatchLimit: "HARD_BATCH_LIMIT at 7",
      totalSupply: "totalSupply at 7",
      maxSupply: "MAX_SUPPLY at 7",
      phase: { name: "CURRENTPHASE at 7", startingPoint: 0n, endPoint: 7n, currentCount: 0n },
    });
  });
});

import { expect } from "chai";
import { createPublicClient, custom, numberToHex, zeroAddress } from "viem";
import { LogsUnavailableError } from "#protocol/blockRanges";
import { findPhaseNames } from "#protocol/sale/phaseNames";
import { ethers, networkHelpers, provider } from "../support/collection.ts";
import { fakeNode } from "./fakeNode.ts";
import { openWorld, worldPhases } from "./phaseWorld.ts";

describe("the search for phase names", () => {
  const search = async (
    answer: (range: { from: bigint; to: bigint }) => "refused" | "told",
    stopAfter = Number.POSITIVE_INFINITY,
  ) => {
    const sale = await networkHelpers.loadFixture(openWorld);
    const requests: bigint[] = [];
    const heard: string[] = [];
    const request = ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      if (method === "eth_getLogs") {
        // Safety: the filter has both blocks.
        const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
        const [from, to] = [BigInt(fromBlock), BigInt(toBlock)];
        requests.push(to - from + 1n);
        if (answer({ from, to }) === "refused") {
          throw Object.assign(new Error("query exceeds max block range"), { code: -32005 });
        }
      }
      return provider.request({ method, params });
    };
    const node = createPublicClient({ transport: custom({ request } as never, { retryCount: 0 }) });
    const names = await findPhaseNames(node, sale.domain.address, {
      blockNumber: BigInt(await ethers.provider.getBlockNumber()),
      onProgress: ({ done, total, names }) => heard.push(`${done}/${total}: ${names.length}`),
      shouldStop: () => heard.length >= stopAfter,
    });
    return { names, requests, heard };
  };

  it("finds all names, newest first, down to the block of the deployment", async () => {
    await networkHelpers.mine(20);
    const { names, requests } = await search(() => "told");
    expect(names).to.deep.equal(["Lantern", "Crossing", "First Dust"]);
    expect(requests).to.deep.equal([7n]);
  });

  it("reads shorter block ranges when the node refuses, and reports its progress", async () => {
    const { names, requests, heard } = await search(({ from, to }) =>
      to - from >= 2n ? "refused" : "told",
    );
    expect(names).to.have.members(worldPhases);
    expect(requests.slice(0, 3)).to.deep.equal([7n, 3n, 1n]);
    expect(heard.at(-1)).to.equal("7/7: 3");
  });

  it("returns the names found so far when it is stopped", async () => {
    const { names } = await search(({ from, to }) => (to > from ? "refused" : "told"), 1);
    expect(names).to.deep.equal(["Lantern"]);
  });

  it("gives up on a node without events", async () => {
    const failure = await search(() => "refused").then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(LogsUnavailableError);
  });

  it("starts exactly at the block of the deployment, wherever it is", async () => {
    const newest = 8n;
    for (let deployed = 0n; deployed <= newest; deployed += 1n) {
      const ranges: unknown[] = [];
      const node = fakeNode(({ method, params }) => {
        if (method === "eth_getCode") return BigInt(String(params[1])) < deployed ? "0x" : "0x60";
        ranges.push(params[0]);
        return [];
      });
      await findPhaseNames(node, zeroAddress, { blockNumber: newest });
      expect(ranges).to.have.length(1);
      expect(ranges[0]).to.deep.include({
        fromBlock: numberToHex(deployed),
        toBlock: numberToHex(newest),
      });
    }
  });

  it("starts at block 0 when the node has no old state", async () => {
    const sale = await networkHelpers.loadFixture(openWorld);
    const newest = await ethers.provider.getBlockNumber();
    const request = ({ method, params = [] }: { method: string; params?: unknown[] }) => {
      const isPast = method === "eth_getCode" && params[1] !== numberToHex(newest);
      if (isPast) throw Object.assign(new Error("missing trie node"), { code: -32000 });
      return provider.request({ method, params });
    };
    const node = createPublicClient({ transport: custom({ request } as never, { retryCount: 0 }) });
    const heard: bigint[] = [];
    const names = await findPhaseNames(node, sale.domain.address, {
      blockNumber: BigInt(newest),
      onProgress: ({ total }) => heard.push(total),
    });
    expect(names).to.have.members(worldPhases);
    expect(heard).to.deep.equal([BigInt(newest) + 1n]);
  });
});

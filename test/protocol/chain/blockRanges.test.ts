import { mock } from "node:test";
import { expect } from "chai";
import { HttpRequestError, RpcRequestError } from "viem";
import { type BlockRange, readBackwards } from "#protocol/chain/blockRanges";
import { retryWhenLimited } from "#protocol/chain/rateLimit";
import { RpcEndpointError } from "#protocol/chain/rpcEndpointError";

const url = "http://node.example";
const rpcError = (code: number, message: string) =>
  new RpcRequestError({ body: {}, error: { code, message }, url });

interface Node {
  to: bigint;
  /** Whether the node accepts a range. */
  accepts(range: BlockRange): boolean;
  maxRequests?: number;
  maxBlocks?: bigint;
}

/** Reads blocks 0 to `to`; returns the accepted ranges and the number of rejections. */
async function readAll({ to, accepts, ...options }: Node) {
  const ranges: BlockRange[] = [];
  let rejections = 0;
  const read = async (range: BlockRange) => {
    if (accepts(range)) return;
    rejections += 1;
    throw rpcError(-32_005, "query returned more than 10000 results");
  };
  for await (const { from, to: end } of readBackwards({
    from: 0n,
    to,
    read,
    ...options,
  })) {
    ranges.push({ from, to: end });
  }
  return { ranges, rejections };
}

const lengthOf = ({ from, to }: BlockRange) => Number(to - from) + 1;

describe("readBackwards", () => {
  it("halves a rejected range and reads each block once, latest first", async () => {
    const { ranges, rejections } = await readAll({
      to: 9n,
      accepts: (range) => lengthOf(range) <= 3,
    });
    expect(ranges.map(({ from, to }) => `${from}–${to}`)).to.deep.equal([
      "8–9",
      "6–7",
      "4–5",
      "2–3",
      "0–1",
    ]);
    expect(rejections).to.equal(2);
  });

  it("requests at most the given number of blocks", async () => {
    const { ranges } = await readAll({ to: 9n, accepts: () => true, maxBlocks: 4n });
    expect(ranges.map(lengthOf)).to.deep.equal([4, 4, 2]);
  });

  it("never repeats a rejected range, even at the last block", async () => {
    const rejected: string[] = [];
    const { ranges } = await readAll({
      to: 22n,
      accepts(range) {
        if (range.from >= 2n || lengthOf(range) === 1) return true;
        rejected.push(`${range.from}–${range.to}`);
        return false;
      },
    });
    expect(ranges.at(-1)).to.deep.equal({ from: 0n, to: 0n });
    expect(rejected).to.deep.equal(["0–22", "1–11", "0–1"]);
  });

  it("fails after the maximum number of requests", async () => {
    const error = await readAll({
      to: 999n,
      accepts: (range) => lengthOf(range) <= 10,
      maxRequests: 5,
    }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(RpcEndpointError);
    expect((error as Error).message).to.match(
      /^The node returned the events of only \d\d blocks in 5 requests, too few to continue: use another node\.$/,
    );
  });
});

describe("retryWhenLimited", () => {
  it("waits for Retry-After, but at most 30 seconds", async () => {
    const responses = ["7", "31", "0", ""].map((seconds) => {
      if (seconds === "") return Object.assign(new Error(), { code: -32_007 });
      const headers = new Headers({ "Retry-After": seconds });
      return new HttpRequestError({ url, status: 429, headers });
    });
    const delays: unknown[] = [];
    const timer = mock.method(globalThis, "setTimeout", (run: () => void, delay: number) => {
      delays.push(delay);
      run();
    });
    const result = retryWhenLimited(async () => {
      const limited = responses.shift();
      if (limited) throw limited;
      return "done";
    });
    expect(await result.finally(() => timer.mock.restore())).to.equal("done");
    expect(delays).to.deep.equal([7_000, 30_000, 4_000]);
  });
});

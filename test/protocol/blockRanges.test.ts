import { expect } from "chai";
import { HttpRequestError, RpcRequestError } from "viem";
import { type BlockRange, readBackwards } from "#protocol/blockRanges";
import { RpcEndpointError } from "#protocol/rpcEndpointError";

const url = "http://node.example";
const limited = (retryAfter = "0") =>
  new HttpRequestError({ url, status: 429, headers: new Headers({ "Retry-After": retryAfter }) });
const rpcError = (code: number, message: string) =>
  new RpcRequestError({ body: {}, error: { code, message }, url });

interface Node {
  to: bigint;
  /** Whether the node accepts a range. */
  accepts(range: BlockRange): boolean;
  maxRequests?: number;
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
  it("reads longer ranges again after a part with many events, each block once", async () => {
    // One block at a time among the newest hundred, anything before them.
    const { ranges, rejections } = await readAll({
      to: 1_000_099n,
      accepts: (range) => lengthOf(range) === 1 || range.to < 1_000_000n,
    });
    expect(ranges.reduce((sum, range) => sum + lengthOf(range), 0)).to.equal(1_000_100);
    ranges.reduce((next, range) => {
      expect(range.to).to.equal(next - 1n);
      return range.from;
    }, 1_000_100n);
    expect(ranges.length).to.be.below(100 + 64 + 25);
    expect(rejections).to.be.below(20 + 10);
  });

  it("never repeats a rejected range, not even at the end of the blocks", async () => {
    const rejected: string[] = [];
    const { ranges } = await readAll({
      to: 99n,
      accepts(range) {
        if (range.from >= 10n || lengthOf(range) === 1) return true;
        rejected.push(`${range.from}–${range.to}`);
        return false;
      },
    });
    expect(ranges.at(-1)).to.deep.equal({ from: 0n, to: 0n });
    expect(rejected).to.have.length.above(3);
    expect(rejected).to.deep.equal([...new Set(rejected)]);
  });

  it("stops after the given number of requests, and says so in a sentence", async () => {
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

  describe("given a node that limits the rate of requests", () => {
    /** Reads blocks 0 to 7 from a node that rejects that many requests; returns the ranges of all requests. */
    async function readLimited(count: number) {
      const requested: string[] = [];
      const read = async ({ from, to }: BlockRange) => {
        requested.push(`${from}–${to}`);
        if (requested.length <= count) throw limited();
      };
      for await (const _ of readBackwards({ from: 0n, to: 7n, read }));
      return requested;
    }

    it("repeats the request with the same range", async () => {
      expect(await readLimited(3)).to.deep.equal(["0–7", "0–7", "0–7", "0–7"]);
    });
  });
});

import { mock } from "node:test";
import { expect } from "chai";
import { HttpRequestError, RpcRequestError } from "viem";
import { createRetryQueue } from "#protocol/chain/rateLimit";

describe("createRetryQueue", () => {
  it("completes many requests to a node that accepts one at a time", async () => {
    let isBusy = false;
    /** Rejects concurrent requests, and accepts a request once no other is pending. */
    const request = async (id: number) => {
      if (isBusy) {
        const headers = new Headers({ "Retry-After": "0.001" });
        throw new HttpRequestError({ url: "http://node", status: 429, headers });
      }
      isBusy = true;
      await new Promise(setImmediate);
      isBusy = false;
      return id;
    };
    const retry = createRetryQueue();
    const ids = Array.from({ length: 12 }, (_, id) => id);
    const results = await Promise.allSettled(ids.map((id) => retry(() => request(id))));
    expect(results).to.deep.equal(ids.map((value) => ({ status: "fulfilled", value })));
  });

  it("rethrows other errors without retrying", async () => {
    let requests = 0;
    const failure = new Error("execution reverted");
    const retry = createRetryQueue();
    const failed = await retry(async () => {
      requests += 1;
      throw failure;
    }).catch((error) => error);
    expect([failed, requests]).to.deep.equal([failure, 1]);
  });

  const rpcError = (code: number, message: string) =>
    new RpcRequestError({ body: {}, error: { code, message }, url: "http://node" });

  /** Rejects the first request; returns how many requests followed. */
  async function countRetries(error: Error): Promise<number> {
    const timer = mock.method(globalThis, "setTimeout", (run: () => void) => run());
    let requests = 0;
    const retry = createRetryQueue();
    const result = retry(async () => {
      requests += 1;
      if (requests === 1) throw error;
    });
    await result.catch(() => undefined).finally(() => timer.mock.restore());
    return requests - 1;
  }

  for (const [code, message] of [
    [-32_005, "project ID request rate exceeded, requests per second limited"],
    [-32_012, "credits limited to 6000/sec"],
    [-32_016, "over rate limit"],
    [-32_090, "Too many requests"],
  ] as const) {
    it(`retries after error ${code}: ${message}`, async () => {
      expect(await countRetries(rpcError(code, message))).to.equal(1);
    });
  }

  for (const [code, message] of [
    [-32_005, "query returned more than 10000 results"],
    [-32_614, "eth_getLogs is limited to a 10,000 range"],
    [-32_062, "block range is too large"],
    [-32_701, "exceed maximum block range: 50000"],
    [-32_602, "You can make eth_getLogs requests with up to a 2K block range"],
    [-32_000, "execution reverted: too many requests"],
  ] as const) {
    it(`does not retry after error ${code}: ${message}`, async () => {
      expect(await countRetries(rpcError(code, message))).to.equal(0);
    });
  }
});

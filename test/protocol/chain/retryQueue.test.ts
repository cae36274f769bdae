import { expect } from "chai";
import { HttpRequestError } from "viem";
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
});

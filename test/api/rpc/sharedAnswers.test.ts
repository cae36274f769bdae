import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { createClient, custom, numberToHex, RpcRequestError } from "viem";
import { isRevert } from "#protocol/chainReader";
import { createMetrics } from "../../../api/src/operations/metrics.ts";
import type { Block } from "../../../api/src/rpc/latestBlock.ts";
import { createSharedAnswers } from "../../../api/src/rpc/sharedAnswers.ts";

const blockOf = (number: number, fork = 0): Block => ({
  number: BigInt(number),
  hash: numberToHex(number * 10 + fork, { size: 32 }),
  timestamp: 0,
});

describe("shared answers", () => {
  let kept: Block | undefined;
  let questions: number;
  let answer: () => Promise<unknown>;
  let shared: ReturnType<typeof createSharedAnswers>;
  let metrics: ReturnType<typeof createMetrics>;
  let client: ReturnType<typeof createClient>;
  beforeEach("start", () => {
    kept = blockOf(7);
    questions = 0;
    answer = async () => "0x01";
    const provider = {
      request: async () => {
        questions += 1;
        return answer();
      },
    };
    const inner = custom(provider, { retryCount: 0 });
    metrics = createMetrics();
    shared = createSharedAnswers(inner, { keptBlock: () => kept, metrics });
    client = createClient({ transport: shared.transport });
  });
  const call = (data: `0x${string}` = "0x", block = 7) =>
    client.request({
      method: "eth_call",
      params: [{ data }, numberToHex(block)],
    } as never);
  const fails = (error: object) => async () => Promise.reject(Object.assign(new Error(), error));

  it("are kept while their block is the newest, and counted", async () => {
    for (let time = 0; time < 3; time += 1) expect(await call()).to.equal("0x01");
    expect(questions).to.equal(1);
    expect(await metrics.render()).to.contain(
      'drifters_rpc_shared_answers_total{method="eth_call"} 2\n',
    );
    await call("0x02");
    expect(questions).to.equal(2);
    kept = blockOf(8);
    await call("0x", 8);
    expect(questions).to.equal(3);
  });

  it("are dropped when another block with the same number replaces theirs, and by forget()", async () => {
    await call();
    kept = blockOf(7, 1);
    await call();
    expect(questions).to.equal(2);
    shared.forget();
    await call();
    expect(questions).to.equal(3);
  });

  for (const { name, at } of [
    { name: "an older block", at: blockOf(9) },
    { name: "no block that is kept", at: undefined },
  ]) {
    it(`of ${name} serve only those who ask meanwhile`, async () => {
      kept = at;
      const held = Promise.withResolvers<unknown>();
      answer = () => held.promise;
      const both = Promise.all([call(), call()]);
      await setImmediate();
      held.resolve("0x02");
      expect(await both).to.deep.equal(["0x02", "0x02"]);
      expect(questions).to.equal(1);
      await call();
      expect(questions).to.equal(2);
    });
  }

  it("include reverts, which every node answers the same", async () => {
    const request = { body: {}, url: "http://node.example" };
    const reverted = { code: 3, message: "execution reverted" };
    answer = () => Promise.reject(new RpcRequestError({ ...request, error: reverted }));
    for (let time = 0; time < 2; time += 1) {
      expect(isRevert(await call().catch((error) => error))).to.equal(true);
    }
    expect(questions).to.equal(1);
  });

  it("do not include failures, which serve only those who ask meanwhile", async () => {
    answer = fails({ code: -32_000 });
    const both = await Promise.allSettled([call(), call()]);
    expect(both.map(({ status }) => status)).to.deep.equal(["rejected", "rejected"]);
    expect(questions).to.equal(1);
    answer = async () => "0x02";
    expect(await call()).to.equal("0x02");
  });

  it("do not include what is large, and are dropped when all are", async () => {
    answer = async () => `0x${"00".repeat(40_000)}`;
    await call();
    await call();
    expect(questions).to.equal(2);
    answer = async () => `0x${"00".repeat(30_000)}`;
    await call("0x01");
    for (let number = 0; number < 140; number += 1) await call(numberToHex(1_000 + number));
    questions = 0;
    await call("0x01");
    expect(questions).to.equal(1);
  });
});

import { expect } from "chai";
import { startCountingProxy } from "../../scripts/lab/bench/book/countingProxy.ts";
import { type BookBenchOptions, runBookBench } from "../../scripts/lab/bench/book/options.ts";
import { brokenBudgets, budget, formatReport } from "../../scripts/lab/bench/book/report.ts";
import { startFaultyRpc } from "../api/faultyRpc.ts";
import { runInProcess } from "../support/commandHere.ts";

const usage = (seconds: number, mostBytes = 0) => ({ seconds, mostBytes, output: "" });
const verified = (seconds: number) => ({
  receipts: 10_000,
  events: 100_000,
  blocks: 64_000,
  nodes: [{ node: "an ordinary node", usage: usage(seconds), requests: { eth_getLogs: 1_234 } }],
});
const written = (seconds: number, mostBytes: number) => ({
  stories: 10_000,
  written: usage(seconds, mostBytes),
  imported: usage(1_000),
  files: { pages: { number: 12_000, bytes: 5e6 } },
});

describe("npm run bench:book", () => {
  it("passes figures at their budgets, and fails for those above", () => {
    const { seconds, bookBytes } = budget;
    const atBudget = { book: written(seconds, bookBytes), verify: verified(seconds) };
    expect(brokenBudgets(atBudget)).to.deep.equal([]);
    expect(
      brokenBudgets({ book: written(60.1, 501e6), verify: verified(Number.NaN) }),
    ).to.deep.equal([
      "book: 60.1 s; the budget is 60 s.",
      "book: 501 MB; the budget is 500 MB.",
      "verify, an ordinary node: NaN s; the budget is 60 s.",
    ]);
  });

  it("prints the figures of the parts that were measured", () => {
    expect(formatReport({ verify: verified(6.5) }).split("\n")).to.deep.equal([
      "10,000 receipts verified                        time      memory",
      "an ordinary node                               6.5 s        0 MB",
      "  eth_getLogs                                  1,234",
      "events of the collection                     100,000",
      "blocks of the chain                           64,000",
    ]);
    expect(formatReport({ book: written(24, 4e8) })).to.match(
      /^A book of 10,000 stories .*\nbook /,
    );
  });

  it("rejects a part or a number of stories that it does not have", async () => {
    const options: BookBenchOptions[] = [];
    const run = (...args: string[]) =>
      runInProcess((output) =>
        runBookBench(args, output, async (read) => {
          options.push(read);
          return 0;
        }),
      );
    for (const args of [
      ["--only", "pages"],
      ["--stories", "15"],
      ["--stories", "10010"],
    ]) {
      expect((await run(...args)).status, args.join(" ")).to.equal(2);
    }
    await run("--only", "verify", "--stories", "20", "--json", "figures.json");
    await run();
    expect(options).to.deep.equal([
      { stories: 20, only: "verify", json: "figures.json" },
      { stories: 10_000, only: undefined, json: undefined },
    ]);
  });

  it("counts the requests that a node gets, and refuses as an ordinary node does", async () => {
    await using node = await startFaultyRpc("");
    node.behave(({ id, method }, response) => {
      response.end(JSON.stringify({ id, result: method === "eth_getLogs" ? [1, 2, 3] : "0x1" }));
      return true;
    });
    const limits = { oldestState: 20, mostBlocks: 10, mostEvents: 3 };
    const ordinary = await startCountingProxy(node.url, limits);
    const narrow = await startCountingProxy(node.url, { ...limits, mostEvents: 2 });
    const ask = async (url: string, method: string, ...params: unknown[]) => {
      const body = JSON.stringify({ id: 7, method, params });
      const { result, error } = await (await fetch(url, { method: "POST", body })).json();
      return result ?? error.message;
    };
    const range = (toBlock: string) => ({ fromBlock: "0x1", toBlock });
    try {
      expect(await ask(ordinary.url, "eth_call", {}, "0x14")).to.equal("0x1");
      expect(await ask(ordinary.url, "eth_call", {}, "0x13")).to.equal("missing trie node");
      expect(await ask(ordinary.url, "eth_getLogs", range("0xa"))).to.have.length(3);
      expect(await ask(ordinary.url, "eth_getLogs", range("0xb"))).to.contain("block range 10");
      expect(await ask(narrow.url, "eth_getLogs", range("0xa"))).to.contain("more than 2 results");
      expect(Object.fromEntries(ordinary.requests)).to.deep.equal({ eth_call: 2, eth_getLogs: 2 });
    } finally {
      await ordinary.close();
      await narrow.close();
    }
  });
});

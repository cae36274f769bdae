import { mock } from "node:test";
import { expect } from "chai";
import { pino } from "pino";
import type { Chain } from "../../api/src/chain.ts";
import { NoCollectionError } from "../../api/src/chainNode.ts";
import { createMinuteCounter } from "../../api/src/minuteCounter.ts";
import { createDrifterLimiter } from "../../api/src/narratives/drifterLimiter.ts";
import { measuredChain } from "../../api/src/operations/measuredChain.ts";
import { createMetrics } from "../../api/src/operations/metrics.ts";
import { createReadiness } from "../../api/src/operations/readiness.ts";
import { ApiError } from "../../api/src/problem.ts";

describe("createMetrics", () => {
  const boundsIn = (text: string, name: string) =>
    [...text.matchAll(new RegExp(`^${name}_bucket\\{.*?le="([^"]+)".*$`, "gm"))].map(
      ([, bound]) => bound,
    );

  it("has buckets from half a millisecond for requests, and from 10 ms for the chain", async () => {
    const metrics = createMetrics();
    metrics.requests.observe({ method: "GET", route: "/a", status: "200" }, 0);
    metrics.chainQuestions.observe({ question: "owner", outcome: "answered" }, 0);
    const text = await metrics.render();
    expect(boundsIn(text, "http_request_duration_seconds")).to.deep.equal(
      "0.0005 0.001 0.0025 0.005 0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 10 +Inf".split(" "),
    );
    expect(boundsIn(text, "drifters_chain_question_duration_seconds")).to.deep.equal(
      "0.01 0.025 0.05 0.1 0.25 0.5 1 2.5 5 10 +Inf".split(" "),
    );
  });

  it("shows the status of each part, also while the store fails", async () => {
    const metrics = createMetrics();
    const parts = { chain: "ok", contract: "unknown", store: "failed" } as const;
    const size = { fails: true };
    metrics.watch({
      // Safety: all that is asked of it.
      store: {
        size: async () => {
          if (size.fails) throw new Error("The disk is gone.");
          return { stories: 2, receipts: 3 };
        },
      } as never,
      readiness: { read: async () => ({ status: "failing", parts }), close: () => undefined },
      saveQueue: { running: 3, waiting: 2 },
    });
    const failing = await metrics.render();
    expect(failing).not.to.match(/^drifters_store_size\{/m);
    for (const [part, value] of [
      ["chain", 1],
      ["contract", 0],
      ["store", 0],
    ]) {
      expect(failing).to.include(`drifters_part_ready{part="${part}"} ${value}\n`);
    }
    size.fails = false;
    const working = await metrics.render();
    expect(working).to.include('drifters_save_queue{state="running"} 3\n');
    expect(working).to.include('drifters_save_queue{state="waiting"} 2\n');
    expect(working).to.include('drifters_store_size{of="stories"} 2\n');
    expect(working).to.include('drifters_store_size{of="receipts"} 3\n');
    size.fails = true;
    expect(await metrics.render()).not.to.match(/^drifters_store_size\{/m);
  });

  it("counts reads once, however often it is rendered", async () => {
    const metrics = createMetrics();
    metrics.cachedReads.hits = 3;
    metrics.cachedReads.misses = 2;
    await metrics.render();
    const text = await metrics.render();
    expect(text).to.include('drifters_cached_reads_total{cache="hit"} 3\n');
    expect(text).to.include('drifters_cached_reads_total{cache="miss"} 2\n');
    expect(text).to.include("nodejs_version_info");
  });
});

describe("measuredChain", () => {
  const names = {
    readOwner: "owner",
    readHoldings: "holdings",
    checkWalletSignature: "wallet",
    readSale: "sale",
    readMinted: "minted",
    readTokenURI: "uri",
    hasPhase: "phase",
    isTransactionUsed: "transaction",
    readUsedMint: "mint",
    readGenesisHash: undefined,
    check: "check",
  } as const satisfies Record<keyof Chain, string | undefined>;

  for (const [method, question] of Object.entries(names)) {
    it(`passes on ${method}, and counts ${question ?? "nothing"}`, async () => {
      const given: unknown[] = [];
      let failure: Error | undefined;
      const chain = {
        [method]: async (...args: unknown[]) => {
          given.push(args);
          if (failure !== undefined) throw failure;
          return "answer";
        },
      };
      const metrics = createMetrics();
      // Safety: the one method that is called.
      const measured = measuredChain(chain as never, metrics) as unknown as typeof chain;
      const ask = measured[method] ?? expect.fail();
      expect(await ask("a")).to.equal("answer");
      for (failure of [
        new ApiError("drifter.not_found"),
        new ApiError("chain.unavailable"),
        new Error("a bug"),
      ]) {
        expect(await ask("b").catch((error) => error)).to.equal(failure);
      }
      expect(given).to.deep.equal(
        [["a"], ["b"], ["b"], ["b"]].map((args) =>
          ["readGenesisHash", "check"].includes(method) ? [] : args,
        ),
      );
      const { values } = await metrics.chainQuestions.get();
      const counts = values.filter(({ metricName }) => metricName?.endsWith("_count"));
      expect(counts.map(({ labels, value }) => ({ ...labels, value }))).to.deep.equal(
        question === undefined
          ? []
          : [
              { question, outcome: "answered", value: 2 },
              { question, outcome: "failed", value: 2 },
            ],
      );
    });
  }
});

describe("createReadiness", () => {
  const works = { check: async () => undefined };
  const failing = (error: unknown) => ({ check: () => Promise.reject(error) });
  const create = (parts: { chain?: typeof works; store?: typeof works }, lifeMilliseconds = 0) => {
    const lines: { level: number; part: string; reason?: string; msg: string }[] = [];
    const logger = pino({}, { write: (line) => lines.push(JSON.parse(line)) });
    const dependencies = { chain: works, store: works, ...parts };
    const readiness = createReadiness({
      ...dependencies,
      logger,
      lifeMilliseconds,
      timeoutMilliseconds: 3_600_000,
    });
    return { ...readiness, lines };
  };
  const noCollection = new ApiError("chain.unavailable", {
    cause: new NoCollectionError("Nothing there."),
  });

  for (const { name, parts, expected, logged } of [
    { name: "all works", parts: {}, expected: ["ready", "ok", "ok", "ok"], logged: [] },
    {
      name: "the chain fails",
      parts: { chain: failing(new Error("Lost.")) },
      expected: ["failing", "failed", "unknown", "ok"],
      logged: ["chain: Lost."],
    },
    {
      name: "the collection is missing",
      parts: { chain: failing(noCollection) },
      expected: ["failing", "ok", "failed", "ok"],
      logged: ["contract: Nothing there."],
    },
    {
      name: "the store fails",
      parts: { store: failing(new ApiError("store.unavailable", { cause: new Error("Full.") })) },
      expected: ["failing", "ok", "ok", "failed"],
      logged: ["store: Full."],
    },
    {
      name: "both fail with what is no error",
      parts: { chain: failing("gone"), store: failing("full") },
      expected: ["failing", "failed", "unknown", "failed"],
      logged: ["chain: gone", "store: full"],
    },
  ]) {
    it(`reports and logs what fails when ${name}`, async () => {
      const { read, lines } = create(parts);
      const report = await read();
      const { chain, contract, store } = report.parts;
      expect([report.status, chain, contract, store]).to.deep.equal(expected);
      const reason = parts.chain && name.includes("missing") ? "Nothing there." : undefined;
      expect(report.reason).to.equal(reason);
      expect(lines.map(({ part, reason }) => `${part}: ${reason}`)).to.deep.equal(logged);
      for (const { level, msg } of lines) {
        expect({ level, msg }).to.deep.equal({ level: 40, msg: "not ready: saves are refused" });
      }
    });
  }

  it("reports “closing” after close()", async () => {
    const { read, close } = create({});
    close();
    expect(await read()).to.deep.equal({
      status: "closing",
      parts: { chain: "unknown", contract: "unknown", store: "unknown" },
    });
  });

  it("checks once while a report is cached", async () => {
    let checks = 0;
    const counting = {
      async check() {
        checks += 1;
        return undefined;
      },
    };
    const { read } = create({ chain: counting }, 60_000);
    expect(await read()).to.equal(await read());
    expect(checks).to.equal(1);
  });
});

describe("createDrifterLimiter", () => {
  it("rejects a drifter's saves above the limit for a minute, but for those that are released", () => {
    let refusals = 0;
    const clock = { now: 1_000_000 };
    const onRefusal = () => {
      refusals += 1;
    };
    const limiter = createDrifterLimiter(
      2,
      "Too often.",
      onRefusal,
      createMinuteCounter(() => clock.now),
    );
    const refusalOf = (id: string) => {
      try {
        limiter.count(id);
      } catch (error) {
        if (error instanceof ApiError) return `${error.code} ${error.retryAfterSeconds}`;
      }
      return undefined;
    };
    expect([refusalOf("1"), refusalOf("1"), refusalOf("2")]).to.deep.equal(
      Array(3).fill(undefined),
    );
    limiter.release("1");
    expect(refusalOf("1")).to.equal(undefined);
    expect(refusalOf("1")).to.equal("rate.limited 60");
    clock.now += 58_001;
    expect(refusalOf("1")).to.equal("rate.limited 2");
    clock.now += 1_998;
    expect(refusalOf("1")).to.equal("rate.limited 1");
    expect(refusals).to.equal(3);
    clock.now += 1;
    expect(refusalOf("1")).to.equal(undefined);
    expect(refusals).to.equal(3);
  });
});

describe("createMinuteCounter", () => {
  afterEach(() => mock.timers.reset());

  it("starts no new minute when the wall clock is moved", () => {
    const count = createMinuteCounter();
    count("a");
    mock.timers.enable({ apis: ["Date"], now: Date.now() + 3_600_000 });
    expect(count("a").count).to.equal(2);
  });
});

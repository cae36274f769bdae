import { once } from "node:events";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { mock } from "node:test";
import { expect } from "chai";
import {
  createClient,
  type EIP1193RequestFn,
  encodeAbiParameters,
  numberToHex,
  toFunctionSelector,
} from "viem";
import { summarize } from "../../../api/src/chain/chain.ts";
import { createEndpoints, isRejected } from "../../../api/src/chain/endpoints.ts";
import { createChainNode } from "../../../api/src/chain/node.ts";
import { createRedaction } from "../../../api/src/chain/redaction.ts";
import { createMetrics } from "../../../api/src/operations/metrics.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import { withFetch } from "../../support/stubFetch.ts";

const [first, second] = ["http://first.example/", "http://second.example/"];

/** A JSON-RPC error. */
class NodeError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** An endpoint's behavior for a method: a result, or an error to throw. */
type Node = (method: string, data?: string) => unknown;

const working =
  (number: number, chainId = 5): Node =>
  (method, data = "") =>
    method === "eth_chainId"
      ? numberToHex(chainId)
      : method === "eth_getBlockByNumber"
        ? { number: numberToHex(number), timestamp: "0x0" }
        : (viewsOfCollection[data.slice(0, 10)] ?? "0x01");

/** A collection's results for `supportsInterface` and `CURRENTPHASE`. */
const viewsOfCollection: Record<string, string> = {
  "0x01ffc9a7": numberToHex(1, { size: 32 }),
  [toFunctionSelector("CURRENTPHASE()")]: encodeAbiParameters([{ type: "string" }], ["Ember"]),
};

const down: Node = () => {
  throw new TypeError("fetch failed");
};

const failing =
  (code: number, message: string): Node =>
  (method) => {
    if (method === "eth_call") throw new NodeError(code, message);
    return working(7)(method);
  };

describe("createEndpoints", () => {
  let nodes: Record<string, Node>;
  let requested: string[];
  let minBlock: bigint;
  let now: number;
  let metrics: ReturnType<typeof createMetrics>;
  let request: EIP1193RequestFn;
  let transport: ReturnType<typeof createEndpoints>;
  beforeEach("start", () => {
    nodes = { [first]: working(7), [second]: working(7) };
    requested = [];
    minBlock = 0n;
    now = 1;
    metrics = createMetrics();
    transport = createEndpoints({
      urls: [first, second],
      chainId: 5,
      timeoutMilliseconds: 60_000,
      minBlock: () => minBlock,
      metrics,
      now: () => now,
    });
    const client = createClient({ transport });
    request = (args) => withFetch(fetchStub, () => client.request(args as never));
  });

  const fetchStub: typeof fetch = async (url, init) => {
    const { id, method, params = [] } = JSON.parse(String(init?.body));
    requested.push(`${String(url) === first ? "first" : "second"} ${method}`);
    try {
      const timedOut = once(init?.signal ?? new EventTarget(), "abort").then(() => down(""));
      // Waits one step, so that the time limit has a handler even if the node throws immediately.
      const answer = (async () => nodes[String(url)]?.(method, params[0]?.data))();
      const result = await Promise.race([answer, timedOut]);
      return Response.json({ jsonrpc: "2.0", id, result });
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      const { code, message } = error;
      if (code === 400) return new Response(message, { status: code });
      return Response.json({ jsonrpc: "2.0", id, error: { code, message } });
    }
  };
  const only = createEndpoints({
    urls: [first],
    chainId: 5,
    timeoutMilliseconds: 60_000,
    minBlock: () => 0n,
  });
  const call = () => request({ method: "eth_call", params: [{}, "0x7"] });
  const newest = () => request({ method: "eth_getBlockByNumber", params: ["latest", false] });
  const messageOf = (failing: Promise<unknown>) =>
    failing.then(
      () => expect.fail("It succeeded."),
      (error) => summarize(error),
    );

  it("uses the first endpoint, and checks its chain on the first block and after each recheck", async () => {
    expect(await newest()).to.deep.include({ number: "0x7" });
    await newest();
    await call();
    transport.recheck();
    await newest();
    expect(requested).to.deep.equal([
      "first eth_chainId",
      "first eth_getBlockByNumber",
      "first eth_getBlockByNumber",
      "first eth_call",
      "first eth_chainId",
      "first eth_getBlockByNumber",
    ]);
  });

  it("checks the chain again on a new connection", async () => {
    let chainId = 5;
    const server = createServer(async (incoming, response) => {
      // Safety: viem sends one call at a time.
      const { id, method } = (await json(incoming)) as { id: number; method: string };
      // Closes the connection after each request.
      response.setHeader("connection", "close");
      response.end(JSON.stringify({ jsonrpc: "2.0", id, result: working(7, chainId)(method) }));
    });
    const { url, close } = await listen(server);
    const options = { urls: [url], chainId: 5, timeoutMilliseconds: 60_000, minBlock: () => 0n };
    const client = createClient({ transport: createEndpoints(options) });
    const params = ["latest", false] as const;
    const newest = () =>
      client.request({ method: "eth_getBlockByNumber", params: [...params] } as never);
    await newest();
    // Its node was started again with another chain's data.
    chainId = 1;
    const message = await messageOf(newest());
    await close();
    expect(message).to.contain("serves chain 1");
  });

  it("uses the second endpoint while the first is down, and returns to the first after five seconds", async () => {
    nodes[first] = down;
    expect(await call()).to.equal("0x01");
    expect(requested).to.deep.equal(["first eth_chainId", "second eth_chainId", "second eth_call"]);
    requested.length = 0;
    await call();
    expect(requested).to.deep.equal(["second eth_call"]);
    now += 5_000;
    nodes[first] = working(7);
    requested.length = 0;
    await call();
    expect(requested).to.deep.equal(["first eth_chainId", "first eth_call"]);
  });

  it("checks an endpoint's chain again after a failure, before it uses the next response", async () => {
    await call();
    nodes[first] = down;
    await call();
    // Its node was started again with another chain's data.
    nodes[first] = working(7, 1);
    now += 5_000;
    requested.length = 0;
    expect(await call()).to.equal("0x01");
    expect(requested).to.deep.equal(["first eth_chainId", "second eth_call"]);
  });

  it("fails with the last endpoint's error while all endpoints are down, then recovers", async () => {
    nodes = { [first]: down, [second]: down };
    expect(await messageOf(call())).to.contain("fetch failed");
    nodes[second] = working(7);
    expect(await call()).to.equal("0x01");
  });

  it("divides a request's time limit equally among the endpoints", async () => {
    const timeout = mock.method(AbortSignal, "timeout");
    const passed = new AbortController();
    timeout.mock.mockImplementationOnce(() => passed.signal);
    nodes[first] = () => new Promise(() => passed.abort());
    expect(await call()).to.equal("0x01");
    const limits = timeout.mock.calls.map(({ arguments: [milliseconds] }) => milliseconds);
    timeout.mock.restore();
    expect([...new Set(limits)]).to.deep.equal([30_000]);
  });

  it("ignores endpoints while they serve a different chain", async () => {
    nodes[first] = working(9, 1);
    expect(await newest()).to.deep.include({ number: "0x7" });
    nodes[second] = working(9, 1);
    transport.recheck();
    expect(await messageOf(newest())).to.equal(
      "The RPC endpoint serves chain 1, not chain 5: use an endpoint for chain 5.",
    );
  });

  it("rejects a block older than a returned block", async () => {
    nodes[first] = working(6);
    minBlock = 7n;
    expect(await newest()).to.deep.include({ number: "0x7" });
    requested.length = 0;
    await call();
    expect(requested).to.deep.equal(["second eth_call"]);
    nodes[second] = working(5);
    expect(await messageOf(newest())).to.match(/^The RPC endpoint lags behind: /);
  });

  it("tries the next endpoint after a rejected request, but not after a revert", async () => {
    nodes[first] = failing(-32_000, "header not found");
    expect(await call()).to.equal("0x01");
    nodes[first] = failing(3, "execution reverted");
    requested.length = 0;
    expect(await messageOf(call())).to.contain("execution reverted");
    expect(requested).to.deep.equal(["first eth_call"]);
  });

  for (const message of ["header not found", "Unknown block", "could not find block"]) {
    it(`retries a single endpoint once when a node behind it returns "${message}"`, async () => {
      let lagging = 1;
      nodes[first] = (method) => {
        if (method === "eth_call" && lagging-- > 0) throw new NodeError(-32_000, message);
        return working(7)(method);
      };
      let pauses = 0;
      const options = { urls: [first], chainId: 5, timeoutMilliseconds: 60_000 };
      const pause = async () => {
        pauses += 1;
      };
      const transport = createEndpoints({ ...options, minBlock: () => minBlock, pause });
      const one = createClient({ transport });
      request = (args) => withFetch(fetchStub, () => one.request(args as never));
      expect(await call()).to.equal("0x01");
      lagging = 2;
      expect(await messageOf(call())).to.contain(message);
      expect(pauses).to.equal(2);
    });
  }

  for (const body of [
    { jsonrpc: "2.0", id: null, error: { code: -32_005, message: "quota used up" } },
    { jsonrpc: "2.0", error: { code: -32_005, message: "quota used up" } },
    { error: "quota used up" },
    { message: "quota used up" },
  ]) {
    it(`includes the message of the error ${JSON.stringify(body)}`, async () => {
      const failing = withFetch(
        async () => Response.json(body),
        () => createClient({ transport: only }).request({ method: "eth_chainId" }),
      );
      expect(await messageOf(failing)).to.contain("quota used up");
    });
  }

  it("tries the next endpoint when an endpoint returns no result", async () => {
    nodes[first] = (method) => (method === "eth_call" ? null : working(7)(method));
    expect(await call()).to.equal("0x01");
  });

  const long = `0x${"0".repeat(10 * 1024 ** 2)}`;
  for (const [what, node] of [
    ["sends more than 10 MiB", (method) => (method === "eth_call" ? long : working(7)(method))],
    ["returns status 400", failing(400, "too many blocks")],
  ] as [string, Node][]) {
    it(`tries the next endpoint when an endpoint ${what}`, async () => {
      nodes[first] = node;
      expect(await call()).to.equal("0x01");
      nodes[second] = node;
      expect(await call().then(() => false, isRejected)).to.equal(true);
      requested.length = 0;
      nodes = { [first]: working(7), [second]: working(7) };
      await call();
      expect(requested).to.deep.equal(["first eth_call"]);
    });
  }

  it("returns the latest observed block while every endpoint lags behind", async () => {
    const contract = `0x${"11".repeat(20)}` as const;
    const limits = { chainTimeoutMilliseconds: 60_000, blockLifeMilliseconds: 0 };
    const node = createChainNode({ chainId: 5, contract, ...limits, rpcUrls: [first, second] });
    const identify = () => withFetch(fetchStub, () => node.identify());
    expect(await identify()).to.equal(7n);
    nodes = { [first]: working(6), [second]: working(5) };
    expect(await identify()).to.equal(7n);
  });

  it("redacts endpoint URLs, their keys, and signatures in errors", () => {
    const url = "https://rpc.example/v2/pathkey?key=querykey&n=12";
    const redact = createRedaction("http://localhost:8545", url);
    const text = `${url} pathkey querykey v2 12 0x${"ab".repeat(32)} 0xabab`;
    expect(redact(text)).to.equal("… … … v2 12 … 0xabab");
  });

  it("counts requests by method and outcome, without URLs", async () => {
    nodes[first] = failing(3, "execution reverted");
    await messageOf(call());
    nodes[first] = failing(-32_000, "header not found");
    await call();
    nodes[first] = working(6);
    minBlock = 7n;
    await newest();
    now += 5_000;
    nodes[first] = down;
    await call();
    const lines = (await metrics.render()).split("\n");
    const counted = lines.filter((line) => line.startsWith("site_rpc_requests_total"));
    const labels = (endpoint: number, method: string, outcome: string) =>
      `site_rpc_requests_total{endpoint="${endpoint}",method="${method}",outcome="${outcome}"}`;
    expect(counted).to.have.members([
      `${labels(1, "eth_chainId", "answered")} 1`,
      `${labels(1, "eth_call", "answered")} 1`,
      `${labels(1, "eth_call", "rejected")} 1`,
      `${labels(1, "eth_getBlockByNumber", "behind")} 1`,
      `${labels(1, "eth_call", "failed")} 1`,
      `${labels(2, "eth_chainId", "answered")} 1`,
      `${labels(2, "eth_getBlockByNumber", "answered")} 1`,
      `${labels(2, "eth_call", "answered")} 2`,
    ]);
  });
});

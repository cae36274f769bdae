import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { toFunctionSelector } from "viem";
import { listen } from "../../../scripts/lab/service/listen.ts";

const ownerOf = toFunctionSelector("ownerOf(uint256)");

/** A JSON-RPC call. */
export interface RpcCall {
  id: number;
  method: string;
  params: readonly unknown[];
}

/** Responds to a call instead of the node; returns false, immediately or later, to forward it to the node. */
export type Fault = (call: RpcCall, response: ServerResponse) => boolean | Promise<boolean>;

/** A proxy of a node with configurable faults. */
export interface FaultyRpc extends AsyncDisposable {
  url: string;
  /** Every method called since the last `behave`. */
  requests: string[];
  /** Number of open connections. */
  countConnections(): Promise<number>;
  /** Forwards calls to another node from now on, as after a restart. */
  standBefore(target: string): void;
  /** Applies `fault` to further calls; without one, all are forwarded. */
  behave(fault?: Fault): void;
  /** Waits for the next `ownerOf` call, whose response is delayed until the returned function is called. */
  holdBackOwner(): Promise<() => void>;
  close(): Promise<void>;
}

/** Starts a proxy of the node at `target`. */
export async function startFaultyRpc(node: string): Promise<FaultyRpc> {
  let target = node;
  let current: Fault = () => false;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    // Web pages may call it, as they may call Hardhat's node.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (request.method !== "POST") {
      const isDone = await current({ id: 0, method: "", params: [] }, response);
      return isDone ? undefined : response.writeHead(405).end();
    }
    const body = await readBody(request);
    // Safety: viem sends one call at a time, and leaves params out where there are none.
    const call = { params: [], ...(JSON.parse(body) as Omit<RpcCall, "params">) };
    requests.push(call.method);
    if (await current(call, response)) return undefined;
    const answer = await passOn(target, body).catch(() => undefined);
    if (answer === undefined) return response.destroy();
    return response.setHeader("content-type", "application/json").end(answer);
  });
  const { url, close } = await listen(server);
  const behave = (fault: Fault = () => false) => {
    current = fault;
    requests.length = 0;
  };
  return {
    url,
    requests,
    behave,
    countConnections: () => promisify(server.getConnections.bind(server))(),
    standBefore(node) {
      target = node;
    },
    holdBackOwner: () =>
      new Promise((resolve) => {
        behave((call) => {
          if (!JSON.stringify(call.params).includes(ownerOf)) return false;
          return new Promise((letPass) => resolve(() => letPass(false)));
        });
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A faulty proxy of the fixture's chain for all tests of the surrounding `describe`; reset before each. */
export function useFaultyRpc(fixture: { chain: { url: string } }): FaultyRpc {
  // Safety: complete before the first test runs.
  const rpc = {} as FaultyRpc;
  before("start the faulty endpoint", async () => {
    Object.assign(rpc, await startFaultyRpc(fixture.chain.url));
  });
  beforeEach("remove the fault", () => rpc.behave());
  after("close the faulty endpoint", () => rpc.close());
  return rpc;
}

/** Faults of real nodes and their proxies, each for the given methods or all. */
export const faults = {
  hangs: (...methods: string[]) => when(methods, () => {}),
  dropsTheConnection: (...methods: string[]) => when(methods, (_, response) => response.destroy()),
  stopsHalfWay: (...methods: string[]) =>
    when(methods, (_, response) => {
      response.setHeader("content-type", "application/json");
      response.write('{"jsonrpc":"2.0","id":1,"resu');
    }),
  resetsHalfWay: (...methods: string[]) =>
    when(methods, ({ id }, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write(`{"jsonrpc":"2.0","id":${id},"resu`, () => response.socket?.resetAndDestroy());
    }),
  endsHalfWay: (...methods: string[]) =>
    when(methods, ({ id }, response) => {
      response.setHeader("content-type", "application/json");
      response.end(`{"jsonrpc":"2.0","id":${id},"resu`);
    }),
  sendsGarbage: (...methods: string[]) =>
    when(methods, (_, response) => {
      response
        .setHeader("content-type", "application/json")
        .end(Buffer.from("fffe00c328a0", "hex"));
    }),
  sendsNothing: (...methods: string[]) => when(methods, (_, response) => response.end()),
  speaksNoHttp: (...methods: string[]) =>
    when(methods, (_, response) => response.socket?.end("220 mail.example ESMTP ready\r\n")),
  failsToServe: (status: number, ...methods: string[]) =>
    when(methods, (_, response) => {
      response.writeHead(status, { "content-type": "text/plain" }).end("upstream is gone");
    }),
  respondsToAnother: (result: unknown, ...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id: id + 1, result })),
  /** Sends 64 MB, unless the client disconnects. */
  floods: (...methods: string[]) =>
    when(methods, ({ id }, response) => {
      response.setHeader("content-type", "application/json");
      response.write(`{"jsonrpc":"2.0","id":${id},"result":"0x`);
      const megabytes = Readable.from(Array(64).fill("0".repeat(1024 ** 2)));
      pipeline(megabytes, response, () => {});
    }),
  /** Sends single bytes, never a complete response. */
  drips: (...methods: string[]) =>
    when(methods, (_, response) => {
      response.setHeader("content-type", "application/json");
      const tap = setInterval(() => response.write(" "), 10);
      response.once("close", () => clearInterval(tap));
    }),
  sendsHtml: (...methods: string[]) =>
    when(methods, (_, response) => {
      response.setHeader("content-type", "text/html").end("<h1>Welcome to nginx</h1>");
    }),
  limitsTheRate: (...methods: string[]) =>
    when(methods, (_, response) => {
      response.writeHead(429, { "retry-after": "30" }).end("Too Many Requests");
    }),
  answers: (result: unknown, ...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id, result })),
  respondsWithNothing: (...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id })),
  fails: (error: { code: number; message: string; data?: unknown }, ...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id, error })),
};

/** An ordinary node, which has the state of the newest block only. */
export function withoutStateBefore(newest: number): Fault {
  const error = { code: -32000, message: "missing trie node" };
  return ({ id, method, params }, response) => {
    const isOld = ["eth_call", "eth_getCode"].includes(method) && Number(params[1]) < newest;
    if (isOld) sendJson(response, { jsonrpc: "2.0", id, error });
    return isOld;
  };
}

function when(methods: string[], answer: (call: RpcCall, response: ServerResponse) => void): Fault {
  return (call, response) => {
    const isMeant = methods.length === 0 || methods.includes(call.method);
    if (isMeant) answer(call, response);
    return isMeant;
  };
}

function sendJson(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json").end(JSON.stringify(body));
}

async function passOn(target: string, body: string): Promise<string> {
  const headers = { "content-type": "application/json" };
  return (await fetch(target, { method: "POST", headers, body })).text();
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

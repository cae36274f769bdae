import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { toFunctionSelector } from "viem";

const ownerOf = toFunctionSelector("ownerOf(uint256)");

/** A JSON-RPC call as it passes. */
export interface RpcCall {
  id: number;
  method: string;
  params: readonly unknown[];
}

/** Answers a call in the node's place; returns false, at once or later, to let the true node answer. */
export type Fault = (call: RpcCall, response: ServerResponse) => boolean | Promise<boolean>;

/** A node's socket that behaves as told. */
export interface FaultyRpc extends AsyncDisposable {
  url: string;
  /** Every method asked for since the last `behave`. */
  asked: string[];
  /** How many connections are open. */
  countConnections(): Promise<number>;
  /** From now on another node answers what no fault answers, as when one is started anew. */
  standBefore(target: string): void;
  /** From now on `fault` answers first; without one the true node answers everything. */
  behave(fault?: Fault): void;
  /** Waits until somebody asks whose a drifter is; the node answers when the returned function is called. */
  holdBackOwner(): Promise<() => void>;
  close(): Promise<void>;
}

/** Stands between the service and the true node at `target`. */
export async function startFaultyRpc(node: string): Promise<FaultyRpc> {
  let target = node;
  let current: Fault = () => false;
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    // Safety: viem sends one call at a time, and leaves params out where there are none.
    const call = { params: [], ...(JSON.parse(body) as Omit<RpcCall, "params">) };
    asked.push(call.method);
    if (await current(call, response)) return;
    const answer = await passOn(target, body).catch(() => undefined);
    if (answer === undefined) response.destroy();
    else response.setHeader("content-type", "application/json").end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Safety: a server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const behave = (fault: Fault = () => false) => {
    current = fault;
    asked.length = 0;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
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

/** A faulty endpoint of the fixture's chain for all tests of the surrounding `describe`; faultless before each. */
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

/** Faults of real nodes and of what stands in front of them, each for the given methods or all. */
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
  answersAnother: (result: unknown, ...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id: id + 1, result })),
  /** Sends without an end, for as long as somebody listens. */
  floods: (...methods: string[]) =>
    when(methods, ({ id }, response) => {
      const megabyte = Buffer.alloc(1024 ** 2, "0");
      response.setHeader("content-type", "application/json");
      response.write(`{"jsonrpc":"2.0","id":${id},"result":"0x`);
      const pour = () => {
        while (!response.destroyed && response.write(megabyte));
      };
      response.on("drain", pour);
      pour();
    }),
  /** A byte now and then: there is always something, and never enough. */
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
  answersNothing: (...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id })),
  fails: (error: { code: number; message: string; data?: unknown }, ...methods: string[]) =>
    when(methods, ({ id }, response) => sendJson(response, { jsonrpc: "2.0", id, error })),
};

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

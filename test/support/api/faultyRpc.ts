import { createServer, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { text } from "node:stream/consumers";
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

/** Responds to a call instead of the node; returns false, immediately or later, to forward the call. */
export type Fault = (call: RpcCall, response: ServerResponse) => boolean | Promise<boolean>;

/** A node's proxy with configurable faults. */
export type FaultyRpc = Awaited<ReturnType<typeof startFaultyRpc>>;

/** Starts a proxy of the node at `target`. */
export async function startFaultyRpc(node: string) {
  let target = node;
  let current: Fault = () => false;
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    // Allows cross-origin requests, like Hardhat's node.
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-allow-headers", "*");
    if (request.method === "OPTIONS") return response.writeHead(204).end();
    if (request.method !== "POST") {
      const isDone = await current({ id: 0, method: "", params: [] }, response);
      return isDone ? undefined : response.writeHead(405).end();
    }
    const body = await text(request);
    // Safety: viem sends one call at a time, and leaves params out where there are none.
    const call = { params: [], ...(JSON.parse(body) as Omit<RpcCall, "params">) };
    requests.push(call.method);
    if (await current(call, response)) return undefined;
    const answer = await passOn(target, body).catch(() => undefined);
    if (answer === undefined) return response.destroy();
    return response.writeHead(200, json).end(answer);
  });
  const { url, close } = await listen(server);
  const behave = (fault: Fault = () => false) => {
    current = fault;
    requests.length = 0;
  };
  return {
    url,
    /** Methods called since the last `behave`, in order. */
    requests,
    /** Applies a fault to later calls; without a fault, forwards all calls. */
    behave,
    /** Returns the number of open connections. */
    countConnections: () => promisify(server.getConnections.bind(server))(),
    /** Forwards calls to a different node from now on, as after a restart. */
    standBefore(node: string) {
      target = node;
    },
    /** Waits for the next `ownerOf` call, whose response is delayed until the returned function is called. */
    holdBackOwner: () =>
      new Promise<() => void>((resolve) => {
        behave((call) => {
          if (!JSON.stringify(call.params).includes(ownerOf)) return false;
          return new Promise<boolean>((letPass) => resolve(() => letPass(false)));
        });
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Starts a faulty proxy of the fixture's chain for the surrounding `describe`, and resets it before each test. */
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

type Respond = (call: RpcCall, response: ServerResponse) => void;

/** Creates a fault for the given methods, or for all. */
const fault =
  (respond: Respond) =>
  (...methods: string[]): Fault =>
  (call, response) => {
    const isMeant = methods.length === 0 || methods.includes(call.method);
    if (isMeant) respond(call, response);
    return isMeant;
  };

const json = { "content-type": "application/json" };

/** Returns the first bytes of a call's response. */
const createBeginning = ({ id }: RpcCall) => `{"jsonrpc":"2.0","id":${id},"resu`;

/** Faults that occur in real nodes and their proxies. */
export const faults = {
  hangs: fault(() => {}),
  dropsTheConnection: fault((_, response) => response.destroy()),
  stopsHalfWay: fault((call, response) =>
    response.writeHead(200, json).write(createBeginning(call)),
  ),
  resetsHalfWay: fault((call, response) =>
    response
      .writeHead(200, { ...json, "content-length": "1000" })
      .write(createBeginning(call), () => response.socket?.resetAndDestroy()),
  ),
  endsHalfWay: fault((call, response) => response.writeHead(200, json).end(createBeginning(call))),
  sendsGarbage: fault((_, response) =>
    response.writeHead(200, json).end(Buffer.from("fffe00c328a0", "hex")),
  ),
  sendsNothing: fault((_, response) => response.end()),
  speaksNoHttp: fault((_, response) => response.socket?.end("220 mail.example ESMTP ready\r\n")),
  failsToServe: (status: number, ...methods: string[]) =>
    fault((_, response) => response.writeHead(status).end("upstream is gone"))(...methods),
  respondsToAnother: (result: unknown, ...methods: string[]) =>
    fault(({ id }, response) => sendJson(response, id + 1, { result }))(...methods),
  /** Sends 64 MB, unless the client disconnects. */
  floods: fault((call, response) => {
    response.writeHead(200, json).write(`${createBeginning(call)}lt":"0x`);
    pipeline(Readable.from(Array(64).fill("0".repeat(1024 ** 2))), response, () => {});
  }),
  /** Sends single bytes, never a complete response. */
  drips: fault((_, response) => {
    response.writeHead(200, json);
    const tap = setInterval(() => response.write(" "), 10);
    response.once("close", () => clearInterval(tap));
  }),
  sendsHtml: fault((_, response) =>
    response.setHeader("content-type", "text/html").end("<h1>Welcome to nginx</h1>"),
  ),
  limitsTheRate: fault((_, response) =>
    response.writeHead(429, { "retry-after": "30" }).end("Too Many Requests"),
  ),
  answers: (result: unknown, ...methods: string[]) =>
    fault(({ id }, response) => sendJson(response, id, { result }))(...methods),
  respondsWithNothing: fault(({ id }, response) => sendJson(response, id, {})),
  fails: (error: { code: number; message: string; data?: unknown }, ...methods: string[]) =>
    fault(({ id }, response) => sendJson(response, id, { error }))(...methods),
};

/** Simulates a non-archive node, which serves only the newest block's state. */
export function withoutStateBefore(newest: number): Fault {
  const error = { code: -32000, message: "missing trie node" };
  return ({ id, method, params }, response) => {
    const isOld = ["eth_call", "eth_getCode"].includes(method) && Number(params[1]) < newest;
    if (isOld) sendJson(response, id, { error });
    return isOld;
  };
}

function sendJson(response: ServerResponse, id: number, outcome: object): void {
  response.writeHead(200, json).end(JSON.stringify({ jsonrpc: "2.0", id, ...outcome }));
}

async function passOn(target: string, body: string): Promise<string> {
  return (await fetch(target, { method: "POST", headers: json, body })).text();
}

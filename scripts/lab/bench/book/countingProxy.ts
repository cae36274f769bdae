import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { listen, type Serving } from "../../listen.ts";

/** What an ordinary node refuses. */
export interface NodeLimits {
  /** The oldest block of which it has the state. */
  oldestState: number;
  /** Blocks of a request for events, and events of its response, at most. */
  mostBlocks: number;
  mostEvents: number;
}

/** A proxy of a node that counts its requests. */
export interface CountingProxy extends Serving {
  /** Number of requests by method. */
  requests: ReadonlyMap<string, number>;
}

const call = z.object({
  id: z.unknown(),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

type Call = z.infer<typeof call>;

interface RpcError {
  code: number;
  message: string;
}

/** Starts a proxy; with limits it refuses what an ordinary node does, in the words of Geth and Infura. */
export async function startCountingProxy(
  node: string,
  limits?: NodeLimits,
): Promise<CountingProxy> {
  const requests = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const asked = call.parse(await json(request));
    requests.set(asked.method, 1 + (requests.get(asked.method) ?? 0));
    const answer = await answerOf(node, asked, limits);
    response.setHeader("content-type", "application/json").end(answer);
  });
  return { ...(await listen(server)), requests };
}

async function answerOf(node: string, asked: Call, limits: NodeLimits | undefined) {
  const refusal = limits && refuse(asked, limits);
  if (refusal) return failure(asked, refusal);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ jsonrpc: "2.0", ...asked });
  const answer = await (await fetch(node, { method: "POST", headers, body })).text();
  if (limits === undefined || asked.method !== "eth_getLogs") return answer;
  const { result } = JSON.parse(answer);
  if (result.length <= limits.mostEvents) return answer;
  const message = `query returned more than ${limits.mostEvents} results`;
  return failure(asked, { code: -32_005, message });
}

function failure({ id }: Call, error: RpcError): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function refuse({ method, params }: Call, limits: NodeLimits): RpcError | undefined {
  const [first, second] = params;
  if (method === "eth_call" || method === "eth_getCode") {
    return Number(second) < limits.oldestState
      ? { code: -32_000, message: "missing trie node" }
      : undefined;
  }
  if (method !== "eth_getLogs") return undefined;
  const { fromBlock, toBlock } = Object(first);
  return Number(toBlock) - Number(fromBlock) >= limits.mostBlocks
    ? { code: -32_005, message: `query exceeds max block range ${limits.mostBlocks}` }
    : undefined;
}

import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  numberToHex,
} from "viem";
import { fringeDriftersAbi } from "#chain/abi";
import { frontier, ownerAddress } from "./frontier.ts";

export interface ChainStub extends AsyncDisposable {
  url: string;
}

interface RpcRequest {
  id: number;
  method: string;
  params?: readonly unknown[];
}

/**
 * A node that knows one contract and one question, `ownerOf`. It answers at once and always the
 * same, so that rounds differ only in what their seed says.
 */
export async function startChainStub(): Promise<ChainStub> {
  const server = createServer(async (request, response) => {
    const { id, ...call } = await readRequest(request);
    const answer = { jsonrpc: "2.0", id, ...answerTo(call) };
    response.setHeader("content-type", "application/json").end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Safety: a server that listens on a port has this form of address.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readRequest(request: IncomingMessage): Promise<RpcRequest> {
  // Safety: only our own service asks, one JSON-RPC call at a time.
  return (await json(request)) as RpcRequest;
}

function answerTo({ method, params = [] }: Omit<RpcRequest, "id">): object {
  switch (method) {
    case "eth_chainId":
      return { result: numberToHex(frontier.chainId) };
    case "eth_blockNumber":
      return { result: numberToHex(frontier.blockNumber) };
    case "eth_getCode":
      return { result: "0x00" };
    case "eth_call":
      return { result: answerOwnerOf(params) };
    default:
      return { error: { code: -32601, message: `There is no ${method} here.` } };
  }
}

function answerOwnerOf(params: readonly unknown[]): Hex {
  // Safety: the first parameter of eth_call is the call.
  const { data } = params[0] as { data: Hex };
  const call = decodeFunctionData({ abi: fringeDriftersAbi, data });
  if (call.functionName !== "ownerOf") throw new Error(`Nobody answers ${call.functionName}.`);
  const result: Address = ownerAddress(String(call.args[0]));
  return encodeFunctionResult({ abi: fringeDriftersAbi, functionName: "ownerOf", result });
}

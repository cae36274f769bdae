import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex } from "viem";
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
 * A node that knows one contract and one question, `ownerOf`, beside those by which a collection is recognised.
 * It answers at once and always the same, so that rounds differ only in what their seed says.
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
      return { result: answerCall(params) };
    default:
      return { error: { code: -32601, message: `There is no ${method} here.` } };
  }
}

function answerCall(params: readonly unknown[]): Hex {
  const abi = fringeDriftersAbi;
  // Safety: the first parameter of eth_call is the call.
  const { data } = params[0] as { data: Hex };
  const { functionName, args } = decodeFunctionData({ abi, data });
  switch (functionName) {
    case "supportsInterface":
      return encodeFunctionResult({ abi, functionName, result: true });
    case "CURRENTPHASE":
      return encodeFunctionResult({ abi, functionName, result: "" });
    case "ownerOf":
      return encodeFunctionResult({ abi, functionName, result: ownerAddress(String(args[0])) });
    default:
      throw new Error(`Nobody answers ${functionName}.`);
  }
}

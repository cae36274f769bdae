import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";

/** An IPFS gateway of tests. */
export interface FakeGateway extends AsyncDisposable {
  /** Ends with `/ipfs/`. */
  url: string;
  /** Every requested path, without `/ipfs/`. */
  requests: string[];
  /** Answers a path from now on, with a content or by a function. */
  put(path: string, content: Buffer | string | object | Answer, mediaType?: string): void;
}

type Answer = (response: ServerResponse) => void;

export async function startFakeGateway(): Promise<FakeGateway> {
  const answers = new Map<string, Answer>();
  const requests: string[] = [];
  const server = createServer(({ url = "" }, response) => {
    const path = url.replace(/^\/ipfs\//, "");
    requests.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end("no link named");
    else answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // Safety: it listens on a port.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/ipfs/`,
    requests,
    put(path, content, mediaType = "application/json") {
      answers.set(path, typeof content === "function" ? (content as Answer) : send(content));

      function send(content: Buffer | string | object): Answer {
        const isPlain = typeof content === "string" || Buffer.isBuffer(content);
        const body = isPlain ? content : JSON.stringify(content);
        return (response) => response.writeHead(200, { "content-type": mediaType }).end(body);
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
    },
  };
}

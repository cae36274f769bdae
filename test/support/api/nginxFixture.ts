import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Listening, listen } from "../../../scripts/lab/service/listen.ts";
import { findNginx, startNginx } from "../../../scripts/lab/service/nginx.ts";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { temporaryFolder } from "./apiFixture.ts";

/** Stand-in for a process of the service, with a configurable response. */
interface StandIn extends Listening {
  answer: RequestListener;
  /** Method and path of each received request. */
  requests: string[];
}

/** nginx with the site of `api/production`, in front of two stand-ins for processes. */
export interface NginxFixture {
  standIns: [StandIn, StandIn];
  visitor: Visitor;
  httpPort: number;
  /** Gives both stand-ins the same response. */
  bothRespond(answer: RequestListener): void;
  /** Method and path of each request that a stand-in received in this test. */
  requests(): string[];
}

/** Starts nginx before the first test of the surrounding `describe`; skips the tests where it is not installed. */
export function useNginx(): NginxFixture {
  // Safety: complete before the first test runs.
  const fixture = {} as NginxFixture;
  const started = new AsyncDisposableStack();

  before("start nginx", async function () {
    if (findNginx() === undefined) return this.skip();
    const standIns: [StandIn, StandIn] = [await startStandIn(), await startStandIn()];
    for (const each of standIns) started.use(each);
    const ports = { httpPort: await freePort(), httpsPort: await freePort() };
    const processPorts = [portOf(standIns[0]), portOf(standIns[1])] as const;
    const folder = join(await temporaryFolder(), "nginx");
    const nginx = started.use(await startNginx(folder, { ...ports, processPorts }));
    Object.assign(fixture, {
      ...ports,
      standIns,
      visitor: started.use(createVisitor(ports.httpsPort, nginx.certificatePem)),
      bothRespond(answer: RequestListener) {
        for (const standIn of standIns) standIn.answer = answer;
      },
      requests: () => standIns.flatMap(({ requests }) => requests),
    } satisfies NginxFixture);
  });
  after("stop nginx", () => started.disposeAsync());
  beforeEach("forget requests", () => {
    for (const standIn of fixture.standIns) {
      standIn.requests.length = 0;
      standIn.answer = (_request, response) => response.end("well");
    }
  });
  return fixture;
}

async function startStandIn(): Promise<StandIn> {
  const own: Omit<StandIn, keyof Listening> = {
    answer: (_request, response) => response.end(),
    requests: [],
  };
  const server = createServer((request, response) => {
    own.requests.push(`${request.method} ${request.url}`);
    own.answer(request, response);
  });
  return Object.assign(own, await listen(server));
}

function portOf({ url }: StandIn): number {
  return Number(new URL(url).port);
}

/** A complete response. */
interface VisitorResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The decompressed body. */
  body: Buffer;
}

/** Sends requests over TLS and keep-alive connections, without retries; rejects without a complete response within 30 s. */
interface Visitor extends Disposable {
  get(path: string, headers?: Record<string, string>): Promise<VisitorResponse>;
  post(path: string, body: string): Promise<VisitorResponse>;
}

const timeoutMilliseconds = 30_000;

function createVisitor(port: number, certificatePem: string): Visitor {
  const agent = new Agent({ keepAlive: true, ca: certificatePem, servername: "localhost" });

  async function send(path: string, given: Record<string, string>, body?: string) {
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const method = body === undefined ? "GET" : "POST";
    const headers = { host: `localhost:${port}`, ...given };
    const options = { host: "127.0.0.1", port, agent, path, method, headers, signal };
    const [response] = await once(request(options).end(body), "response");
    const bytes = await buffer(response);
    const isCompressed = response.headers["content-encoding"] === "gzip";
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isCompressed ? await promisify(gunzip)(bytes) : bytes,
    };
  }

  return {
    get: (path, headers) => send(path, { accept: "*/*", "accept-encoding": "gzip", ...headers }),
    post: (path, body) => send(path, { "content-type": "application/json" }, body),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { Agent, request } from "node:https";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { findProgram } from "../../../scripts/lab/service/findProgram.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";
import { startNginx } from "../../../scripts/lab/service/nginx.ts";
import { freePort } from "../../../scripts/shared/freePort.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";

/** Starts nginx before the first test of the surrounding `describe`; skips the tests where it is not installed. */
export function useNginx() {
  // Safety: complete before the first test runs.
  const fixture = {} as Awaited<ReturnType<typeof start>>;
  const started = new AsyncDisposableStack();

  async function start() {
    const standIns = [
      started.use(await startStandIn()),
      started.use(await startStandIn()),
    ] as const;
    const [one, other] = standIns.map(({ url }) => Number(new URL(url).port));
    const ports = { httpPort: await freePort(), httpsPort: await freePort() };
    const folder = join(await temporaryFolder(), "nginx");
    const processPorts = [one ?? 0, other ?? 0] as const;
    const nginx = started.use(await startNginx(folder, { ...ports, processPorts }));
    return {
      ...ports,
      standIns,
      visitor: started.use(createVisitor(ports.httpsPort, nginx.certificatePem)),
      /** Sets the same response for both stand-ins. */
      bothRespond(respond: RequestListener) {
        for (const standIn of standIns) standIn.respond = respond;
      },
      /** Method and path of each request that a stand-in received in this test. */
      requests: () => standIns.flatMap(({ requests }) => requests),
    };
  }

  before("start nginx", async function () {
    if (findProgram("nginx") === undefined) return this.skip();
    Object.assign(fixture, await start());
  });
  after("stop nginx", () => started.disposeAsync());
  beforeEach("forget requests", () => {
    for (const standIn of fixture.standIns) standIn.requests.length = 0;
    fixture.bothRespond((_request, response) => response.end("well"));
  });
  return fixture;
}

/** Starts a stand-in for a process of the service, with a configurable response. */
async function startStandIn() {
  const requests: string[] = [];
  const respond: RequestListener = (_request, response) => response.end();
  const own = { requests, respond };
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    own.respond(request, response);
  });
  return Object.assign(own, await listen(server));
}

const timeoutMilliseconds = 30_000;

/** Sends requests over TLS and keep-alive connections, without retries; rejects without a complete response within 30 s. */
function createVisitor(port: number, certificatePem: string) {
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
      // Safety: node:https sets these on every response.
      status: response.statusCode as number,
      headers: response.headers as IncomingHttpHeaders,
      /** Decompressed. */
      body: isCompressed ? await promisify(gunzip)(bytes) : bytes,
    };
  }

  return {
    get: (path: string, headers?: Record<string, string>) =>
      send(path, { accept: "*/*", "accept-encoding": "gzip", ...headers }),
    post: (path: string, body: string) => send(path, { "content-type": "application/json" }, body),
    [Symbol.dispose]: () => agent.destroy(),
  };
}

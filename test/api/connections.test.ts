import { once } from "node:events";
import { IncomingMessage, request, ServerResponse } from "node:http";
import { type AddressInfo, Socket } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { mock } from "node:test";
import { expect } from "chai";
import { pino } from "pino";
import { createAddressLimiter } from "../../api/src/addressLimiter.ts";
import { defaultConnectionLimits } from "../../api/src/connectionLimits.ts";
import { createHttpServer } from "../../api/src/httpServer.ts";
import { createMinuteCounter } from "../../api/src/minuteCounter.ts";
import { createMetricsServer } from "../../api/src/operations/metricsServer.ts";
import type { ApiError } from "../../api/src/problem.ts";
import { isWellFormedRequest } from "../../api/src/routing.ts";
import { createRpcFetch } from "../../api/src/rpc/rpcFetch.ts";
import { withFetch } from "../support/stubFetch.ts";

describe("createHttpServer", () => {
  const lines: string[] = [];
  const create = () =>
    createHttpServer({
      listener: () => undefined,
      limits: defaultConnectionLimits,
      setHeaders: (_request, response) => response.setHeader("X-Common", "1"),
      logger: pino({}, { write: (line) => lines.push(line) }),
    });
  beforeEach(() => {
    lines.length = 0;
  });

  it("applies the configured limits", () => {
    const { headersTimeout, requestTimeout, timeout, maxConnections, maxHeadersCount } = create();
    expect({
      headersTimeout,
      requestTimeout,
      timeout,
      maxConnections,
      maxHeadersCount,
    }).to.deep.equal({
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      timeout: 90_000,
      maxConnections: 1_000,
      maxHeadersCount: 0,
    });
  });

  /** A connection that receives malformed bytes, and the response to them. */
  const giveUp = (code: string | undefined, prepare: (socket: Socket) => void = () => {}) => {
    const server = create();
    const socket = new Socket();
    let sent = "";
    socket.write = ((chunk: unknown) => {
      sent += String(chunk);
      return true;
    }) as never;
    prepare(socket);
    const error = Object.assign(new Error("unreadable"), { code });
    server.emit("clientError", error, socket);
    return { server, socket, error, sent: () => sent };
  };

  for (const [code, status] of [
    ["ERR_HTTP_REQUEST_TIMEOUT", 408],
    ["HPE_HEADER_OVERFLOW", 431],
    ["HPE_CHUNK_EXTENSIONS_OVERFLOW", 413],
    ["HPE_INVALID_METHOD", 400],
    [undefined, 400],
  ] as const) {
    it(`answers ${status} to a connection that fails with ${code}`, () => {
      const { sent } = giveUp(code);
      expect(sent()).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(sent())
        .to.match(/\r\nConnection: close\r\n/)
        .and.match(/\r\nX-Common: 1\r\n/);
      const [line] = lines.map((line) => JSON.parse(line));
      expect(line).to.deep.include({ res: { statusCode: status }, msg: "request not read" });
      expect(sent()).to.include(`X-Request-Id: ${line.req.id}\r\n`);
    });
  }

  it("sends only one response per connection", () => {
    const { server, socket, error, sent } = giveUp(undefined);
    const first = sent();
    server.emit("clientError", error, socket);
    expect(sent()).to.equal(first);
    expect(lines).to.have.length(1);
  });

  it("closes a connection that is not writable, without a response", () => {
    const { socket, sent } = giveUp(undefined, (socket) => socket.end());
    expect(socket.destroyed).to.equal(true);
    expect(sent()).to.equal("");
    const other = new PassThrough();
    create().emit("clientError", new Error("unreadable"), other);
    expect(other.destroyed).to.equal(true);
  });

  it("refuses CONNECT requests", () => {
    let sent = "";
    const socket = new Socket();
    socket.write = ((chunk: unknown) => {
      sent += String(chunk);
      return true;
    }) as never;
    create().emit("connect", new IncomingMessage(socket), socket, Buffer.alloc(0));
    expect(sent).to.match(/^HTTP\/1\.1 400 /);
  });
});

describe("isWellFormedRequest", () => {
  const host = ["Host", "drifters.example"];
  for (const { isExpected, ...change } of [
    { isExpected: true },
    { url: "http://a/b", isExpected: true },
    { url: "HTTPS://a/b", isExpected: true },
    { url: "ftp://a/b", isExpected: false },
    { url: "xhttp://a/b", isExpected: false },
    { url: "a/b", isExpected: false },
    { url: "*", isExpected: false },
    { url: "*", method: "OPTIONS", isExpected: true },
    { url: "**", method: "OPTIONS", isExpected: false },
    { httpVersionMajor: 2, isExpected: false },
    { httpVersionMajor: 0, isExpected: false },
    { rawHeaders: [], isExpected: false },
    { rawHeaders: [], httpVersionMinor: 0, isExpected: true },
    { rawHeaders: [...host, "hOST", "b"], isExpected: false },
    { rawHeaders: [...host, "hOST", "b"], httpVersionMinor: 0, isExpected: false },
    { rawHeaders: ["Accept", "host", "Hose", "host", ...host], isExpected: true },
    { httpVersionMinor: 0, isExpected: true },
  ]) {
    it(`is ${isExpected} with ${JSON.stringify(change)}`, () => {
      const ordinary = {
        url: "/a",
        method: "GET",
        httpVersionMajor: 1,
        httpVersionMinor: 1,
        rawHeaders: host,
      };
      // Safety: all that is looked at.
      const request = { ...ordinary, ...change } as unknown as IncomingMessage;
      expect(isWellFormedRequest(request)).to.equal(isExpected);
    });
  }
});

describe("createMetricsServer", () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const ask = async (render: () => Promise<string>, path = "/metrics", method = "GET") => {
    const server = createMetricsServer({ render }, logger).listen(0, "127.0.0.1");
    await once(server, "listening");
    // Safety: a server that listens on a port has this form of address.
    const { port } = server.address() as AddressInfo;
    const received = request({ port, path, method }).end();
    const [response] = await once(received, "response");
    const { statusCode, headers } = response;
    const body = await text(response);
    server.close();
    return { status: statusCode, type: headers["content-type"], close: headers.connection, body };
  };
  const render = async () => "a 1\n";

  it("serves metrics, and closes each connection", async () => {
    expect(await ask(render)).to.deep.equal({
      status: 200,
      type: "text/plain; version=0.0.4; charset=utf-8",
      close: "close",
      body: "a 1\n",
    });
  });

  it("refuses other paths and methods", async () => {
    expect(await ask(render, "/metrics/")).to.include({ status: 404, body: "GET /metrics\n" });
    expect(await ask(render, "/metrics", "POST")).to.include({ status: 404, type: "text/plain" });
  });

  it("answers 500 and logs when it fails", async () => {
    const failing = () => Promise.reject(new Error("no numbers"));
    expect(await ask(failing)).to.include({ status: 500, body: "" });
    expect(lines.join()).to.include("no numbers");
  });
});

describe("createRpcFetch", () => {
  const body = JSON.stringify({ id: 7, method: "eth_chainId" });
  const fetchWith = (answer: () => Response, sent = body) =>
    withFetch(
      async () => answer(),
      () => createRpcFetch(10_000)("http://node.example", { method: "POST", body: sent }),
    ).catch((error: Error) => error.message);
  const megabytes = (count: number) => `{"id":7,"a":"${"x".repeat(count * 1024 ** 2 - 15)}"}`;

  it("returns the decoded response with its status and headers", async () => {
    const headers = { "content-encoding": "gzip", "content-length": "999", "x-node": "1" };
    const response = await fetchWith(() => new Response('{"id":7}', { status: 201, headers }));
    if (typeof response === "string") return expect.fail(response);
    expect(await response.text()).to.equal('{"id":7}');
    expect([response.status, [...response.headers.keys()]]).to.deep.equal([
      201,
      ["content-type", "x-node"],
    ]);
  });

  it("refuses a response of more than 10 MiB", async () => {
    expect(megabytes(10)).to.have.length(10 * 1024 ** 2);
    expect(await fetchWith(() => new Response(megabytes(10)))).to.be.instanceOf(Response);
    expect(await fetchWith(() => new Response(`${megabytes(10)} `))).to.equal(
      "The RPC endpoint's response is too large.",
    );
  });

  for (const [answer, isAccepted] of [
    ['{"id":7}', true],
    ['{"id":"7"}', false],
    ['{"id":8}', false],
    ["{}", false],
    ["null", false],
    ["7", false],
    ["[]", false],
  ] as const) {
    it(`${isAccepted ? "accepts" : "refuses"} ${answer} as the response to request 7`, async () => {
      const outcome = await fetchWith(() => new Response(answer));
      if (isAccepted) expect(outcome).to.be.instanceOf(Response);
      else expect(outcome).to.equal("The RPC endpoint responded to another request.");
    });
  }

  it("does not parse the response of a failing server", async () => {
    const response = await fetchWith(() => new Response("upstream is gone", { status: 502 }));
    expect(response).to.have.property("status", 502);
  });

  it("accepts a response without a body to a request without a body", async () => {
    expect(await fetchWith(() => new Response(null, { status: 500 }))).to.be.instanceOf(Response);
  });
});

describe("createAddressLimiter", () => {
  it("refuses an address's requests above the limit for a minute", async () => {
    let refusals = 0;
    const clock = { now: 0 };
    const limit = createAddressLimiter({
      perMinute: 2,
      countRequest: createMinuteCounter(() => clock.now),
      detail: "Too many.",
      onRefusal: () => {
        refusals += 1;
      },
    });
    const from = async (ip: string): Promise<ApiError | undefined> => {
      const incoming = new IncomingMessage(new Socket());
      const received = Object.assign(incoming, { ip, app: { get: () => false } });
      // Safety: all that express-rate-limit looks at.
      return limit(received as never, new ServerResponse(incoming) as never).then(
        () => undefined,
        (error) => error,
      );
    };
    expect(await from("192.0.2.1")).to.equal(undefined);
    expect(await from("192.0.2.1")).to.equal(undefined);
    const refusal = await from("192.0.2.1");
    expect(refusal).to.include({ code: "rate.limited", message: "Too many." });
    expect(refusal?.retryAfterSeconds).to.be.within(59, 60);
    expect(refusals).to.equal(1);
    expect(await from("192.0.2.2")).to.equal(undefined);
    clock.now += 59_950;
    expect((await from("192.0.2.1"))?.retryAfterSeconds).to.equal(1);
    // Set back by an hour, the wall clock changes neither the response nor the end of the minute.
    mock.timers.enable({ apis: ["Date"], now: Date.now() - 3_600_000 });
    expect((await from("192.0.2.1"))?.retryAfterSeconds).to.equal(1);
    clock.now += 50;
    expect(await from("192.0.2.1")).to.equal(undefined);
  });
  afterEach(() => mock.timers.reset());
});

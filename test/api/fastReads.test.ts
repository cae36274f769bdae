import { IncomingMessage, type RequestListener, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect } from "chai";
import { pino } from "pino";
import { reportFailure } from "../../api/src/failedReads.ts";
import { createFastReads } from "../../api/src/narratives/fastReads.ts";
import type { PreparedAnswer } from "../../api/src/preparedAnswer.ts";

const prepared: PreparedAnswer = {
  status: 200,
  headers: ["ETag", '"1"', "Content-Type", "application/json"],
  body: Buffer.from("[]"),
};

interface Reading {
  method?: string;
  url?: string;
  hosts?: number;
  level?: string;
  accept?: string;
  story?: () => Promise<PreparedAnswer | undefined>;
  hops?: number;
  isFull?: boolean;
}

/** Sends a request to the fast reads, with Express as the fallback. */
async function read(reading: Reading) {
  const { method = "GET", url = "/api/narrative", hosts = 1, level = "info" } = reading;
  const received: string[] = [];
  const counted: unknown[] = [];
  const lines: string[] = [];
  const { promise: answered, resolve: end } = Promise.withResolvers<"framework" | "fast">();
  const otherwise: RequestListener = () => end("framework");
  const listener = createFastReads({
    reads: {
      async answerList() {
        received.push("list");
        return prepared;
      },
      async answerStory(drifterId) {
        received.push(drifterId);
        return (reading.story ?? (async () => prepared))();
      },
    },
    pages: {
      async answer(path) {
        received.push(`page ${path}`);
        return { ...prepared, status: path === "/" ? 200 : 404 };
      },
    },
    setHeaders: (_request, response) => response.setHeader("X-Common", "1"),
    logger: pino({ level }, { write: (line) => lines.push(line) }),
    metrics: {
      // Safety: all that is used of it.
      requests: {
        observe: ({ method, route, status }: Record<string, string>, seconds: number) =>
          counted.push([method, route, status, seconds >= 0 && seconds < 60]),
      } as never,
      saves: { inc: (labels: object) => counted.push(labels) } as never,
    },
    saveQueue: { isFull: reading.isFull ?? false, retryAfterSeconds: 2 },
    trustProxyHops: reading.hops ?? 0,
    otherwise,
  });
  const request = new IncomingMessage(new Socket());
  Object.assign(request, { method, url, httpVersionMajor: 1, httpVersionMinor: 1 });
  request.rawHeaders = Array.from({ length: hosts }, () => ["Host", "drifters.example"]).flat();
  const { accept } = reading;
  request.headers = { "x-request-id": "given-by-the-proxy", ...(accept && { accept }) };
  const response = new ServerResponse(request);
  const written: unknown[] = [];
  response.writeHead = (...head: unknown[]) => {
    written.push(...head);
    return response;
  };
  response.end = ((body: unknown) => {
    written.push(body);
    setImmediate(end, "fast");
    return response;
  }) as never;
  listener(request, response);
  return { request, response, by: await answered, received, counted, lines, written };
}

describe("createFastReads", () => {
  const story = "/api/narrative/:drifterId";
  for (const { method, url, route } of [
    { method: "GET", url: "/api/narrative", route: "/api/narrative" },
    { method: "HEAD", url: "/api/narrative", route: "/api/narrative" },
    { method: "GET", url: "/api/narrative/7", route: story },
    { method: "HEAD", url: "/api/narrative/7", route: story },
  ]) {
    for (const status of [200, 304] as const) {
      it(`answers ${method} ${url} with ${status} without Express, and counts it`, async () => {
        const outcome = { ...prepared, status };
        const { by, received, counted, written } = await read({
          method,
          url,
          story: async () => outcome,
        });
        expect(by).to.equal("fast");
        expect(received).to.deep.equal([route === story ? "7" : "list"]);
        const expectedStatus = route === story ? status : 200;
        expect(counted).to.deep.equal([[method, route, String(expectedStatus), true]]);
        const [head, headers, body] = written;
        expect(head).to.equal(expectedStatus);
        expect(headers).to.include.members(["x-common", "1", "ETag", '"1"', "X-Request-Id"]);
        expect(body).to.equal(prepared.body);
      });
    }
  }

  for (const { url, route, status, accept } of [
    { url: "/", route: "/", status: "200", accept: "text/html,*/*;q=0.8" },
    { url: "/drifter/7", route: "/drifter/:drifterId", status: "404", accept: "*/*" },
    { url: "/drifter/7", route: "/drifter/:drifterId", status: "404", accept: "" },
  ]) {
    it(`answers the page ${url} without Express, and counts it, for Accept "${accept}"`, async () => {
      const { by, received, counted } = await read({ url, accept });
      expect({ by, received, counted }).to.deep.equal({
        by: "fast",
        received: [`page ${url}`],
        counted: [["GET", route, status, true]],
      });
    });
  }

  for (const { what, reading } of [
    { what: "a page as JSON", reading: { url: "/", accept: "application/json" } },
    { what: "a page as an image or HTML", reading: { url: "/", accept: "image/*, text/html" } },
    { what: "a page of no ID", reading: { url: "/drifter/1.5" } },
    { what: "another page", reading: { url: "/mint" } },
    { what: "another method", reading: { method: "POST" } },
    { what: "two hosts", reading: { hosts: 2 } },
    { what: "a POST of no story", reading: { method: "POST", isFull: true } },
    {
      what: "a save with two hosts",
      reading: { method: "POST", url: "/api/narrative/7", hosts: 2, isFull: true },
    },
    { what: "a query", reading: { url: "/api/narrative?a" } },
    { what: "another path", reading: { url: "/api/narrative/7/history" } },
    { what: "a path of the same length", reading: { url: "/api/portraits/7" } },
    { what: "no ID", reading: { url: "/api/narrative/" } },
    { what: "another form of the ID", reading: { url: "/api/narrative/07" } },
  ]) {
    it(`leaves ${what} to Express, without a read`, async () => {
      const { by, received, counted } = await read(reading);
      expect({ by, received, counted }).to.deep.equal({
        by: "framework",
        received: [],
        counted: [],
      });
    });
  }

  it("refuses a save while the queue is full, and counts it", async () => {
    const save = { method: "POST", url: "/api/narrative/7" };
    const { by, written, counted } = await read({ ...save, isFull: true });
    expect(by).to.equal("fast");
    expect(counted).to.deep.equal([{ outcome: "service.busy" }, ["POST", story, "503", true]]);
    const [status, headers, body] = written;
    expect(status).to.equal(503);
    expect(headers).to.include.members(["Retry-After", "2", "Cache-Control", "no-store"]);
    expect(JSON.parse(String(body)).code).to.equal("service.busy");
    expect((await read(save)).by).to.equal("framework");
  });

  it("leaves a missing story and a failure to Express", async () => {
    const url = "/api/narrative/7";
    const failure = new Error("The disk.");
    for (const { story, error } of [
      { story: async () => undefined, error: undefined },
      { story: () => Promise.reject(failure), error: failure },
    ]) {
      const { request, response, by, written, counted } = await read({ url, story });
      const reported: unknown[] = [];
      // Safety: all that the handler uses of them.
      reportFailure(request as never, response as never, (told) => reported.push(told));
      expect(reported).to.deep.equal([error]);
      expect({ by, written, counted }).to.deep.equal({
        by: "framework",
        written: [],
        counted: [],
      });
    }
  });

  it("logs a read at level debug, with the proxy's request ID", async () => {
    expect((await read({})).lines).to.deep.equal([]);
    const { lines, written } = await read({ level: "debug", hops: 1 });
    expect(lines).to.have.length(1);
    const { req, res, msg } = JSON.parse(lines[0] ?? "");
    const id = "given-by-the-proxy";
    expect(req).to.deep.equal({ id, method: "GET", url: "/api/narrative" });
    expect({ res, msg }).to.deep.equal({
      res: { statusCode: 200 },
      msg: "answered without Express",
    });
    expect(written[1]).to.include(id);
  });
});

import { once } from "node:events";
import { createServer, type RequestListener, request } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect } from "chai";
import { storyCacheControl } from "../../../api/src/http/cacheControl.ts";
import { decide } from "../../../api/src/http/cacheDecision.ts";
import { createResponseCache } from "../../../api/src/http/responseCache.ts";
import { createStoredResponse } from "../../../api/src/http/storedResponse.ts";
import type { Changes } from "../../../api/src/narratives/changes.ts";
import { listen } from "../../../scripts/lab/service/listen.ts";

const lifeMilliseconds = 5_000;
const staleMilliseconds = 1_000;

describe("decide", () => {
  const path = "/api/narrative/7";
  const longAgo = Number.NEGATIVE_INFINITY;
  const changes = { count: 2, countAtSave: 1, changedAt: longAgo };
  const lifetime = () => lifeMilliseconds;
  const freshness = { changes, lifetime, staleMilliseconds };
  const started = (count: number) => ({ count, madeAt: 0 });
  const response = { status: 200, headers: { etag: '"2-a"' }, body: Buffer.from("1") };
  const stored = createStoredResponse(response, path);
  const entry = (count: number) => ({ ...started(count), stored });
  /** Decides for an entry or an in-flight render with this change count and age. */
  const sent = (count: number, now: number) =>
    decide(path, {}, entry(count), started(2), freshness, now);
  const joined = (count: number, now: number) =>
    decide(path, {}, undefined, started(count), freshness, now);

  it("sends a stale response for up to a second after a change, then the new response", () => {
    const times = [0, staleMilliseconds - 1, staleMilliseconds];
    expect(times.map((now) => sent(1, now))).to.deep.equal(["send", "send", "join"]);
  });

  it("serves a stale response while it refreshes, for up to half a second after a change", () => {
    const changedAt = 10_000;
    const decided = (entryCount: number, now: number, flight?: ReturnType<typeof started>) =>
      decide(
        path,
        {},
        entry(entryCount),
        flight,
        { ...freshness, changes: { ...changes, changedAt } },
        now,
      );
    expect(decided(1, changedAt)).to.equal("renew");
    expect(decided(1, changedAt, started(2))).to.equal("send");
    expect(decided(1, changedAt + staleMilliseconds / 2)).to.equal("make");
    const end = lifeMilliseconds + staleMilliseconds;
    const times = [lifeMilliseconds - 1, lifeMilliseconds, end - 1, end];
    expect(times.map((now) => decided(2, now))).to.deep.equal(["send", "renew", "renew", "make"]);
  });

  it("sends nothing older than this process's last save", () => {
    const justNow = { ...changes, countAtSave: 2, changedAt: 0 };
    expect(sent(0, 0)).to.equal("join");
    expect(decide(path, {}, entry(1), undefined, { ...freshness, changes: justNow }, 0)).to.equal(
      "make",
    );
  });

  for (const [when, count, now] of [
    ["after a save", 0, 0],
    ["a second later", 1, staleMilliseconds],
  ] as const) {
    it(`never makes a reader ${when} wait for a response that started before the change`, () => {
      const earlier = [joined(1, staleMilliseconds - 1), joined(2, lifeMilliseconds)];
      expect([joined(count, now), ...earlier]).to.deep.equal(["make", "join", "join"]);
    });
  }

  it("sends nothing older than the revision in the client's request", () => {
    for (const [tag, decision] of [
      ['"2-a"', "send"],
      ['"1-a"', "send"],
      ['"3-a"', "pass"],
      ['W/"3-a"', "pass"],
    ] as const) {
      const headers = { "if-none-match": tag };
      expect(decide(path, headers, entry(2), started(2), freshness, 0), tag).to.equal(decision);
      expect(decide(path, headers, undefined, started(2), freshness, 0), tag).to.equal("pass");
    }
  });

  it("responds from memory if a path without revisions gets a revision-like tag", () => {
    const headers = { "if-none-match": '"999999-x"' };
    expect(decide("/", headers, entry(2), undefined, freshness, 0)).to.equal("send");
  });
});

describe("response cache", () => {
  let now: number;
  let changes: Pick<Changes, "count" | "countAtSave" | "changedAt">;
  let looks: number;
  /** Number of responses that the application has made. */
  let made: number;
  let misses: number;
  let onMiss: (misses: number) => unknown;
  let reported: string[];
  let app: RequestListener;
  let url: string;
  let close: () => Promise<unknown>;

  /** Starts a server with a cache of this size, in bytes. */
  async function start(maxBytes = 1_000_000): Promise<void> {
    await close?.();
    const listener = createResponseCache({
      app: (request, response) => {
        made += 1;
        app(request, response);
      },
      changes,
      cacheKey: (url) => url.replace(/\?ignored$/, ""),
      report: ({ method, url, response, route }) =>
        reported.push(`${method} ${url} ${response.statusCode} ${route}`),
      headers: { requestId: () => "id", set: () => undefined },
      reads: {
        hits: 0,
        get misses() {
          return misses;
        },
        set misses(count) {
          misses = count;
          onMiss(count);
        },
      },
      maxBytes,
      lifetime: ({ isBrief }) => (isBrief ? staleMilliseconds : lifeMilliseconds),
      checkForChanges: () => {
        looks += 1;
      },
      staleMilliseconds,
      now: () => now,
    });
    ({ url, close } = await listen(createServer(listener)));
  }

  /** Responds with the number of responses so far as the body. */
  const page =
    (headers: Record<string, string> = {}, text = ""): RequestListener =>
    (_request, response) => {
      response.setHeader("Cache-Control", storyCacheControl);
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.setHeader("ETag", `W/"${made}"`);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      response.end(`${made}${text}`);
    };
  beforeEach(async () => {
    now = 0;
    changes = { count: 1, countAtSave: 0, changedAt: Number.NEGATIVE_INFINITY };
    looks = 0;
    made = 0;
    misses = 0;
    onMiss = () => undefined;
    reported = [];
    app = page();
    await start();
  });
  after(() => close());

  /** Sends a raw request without default headers. */
  async function send(path = "/", headers: Record<string, string> = {}, method = "GET") {
    const signal = AbortSignal.timeout(5_000);
    const sent = request(url + path, { method, headers, signal }).end();
    const [response] = await once(sent, "response");
    return {
      status: response.statusCode,
      headers: response.headers,
      body: await buffer(response),
    };
  }
  const read = async (path?: string, headers?: Record<string, string>) =>
    String((await send(path, headers)).body);

  /** Some time ago. */
  const change = () => Object.assign(changes, { count: changes.count + 1 });

  it("sends a response from memory until it expires or a change makes it stale", async () => {
    expect([await read(), await read(), await read("/?ignored")]).to.deep.equal(["1", "1", "1"]);
    expect(await read("/?other")).to.equal("2");
    now = lifeMilliseconds - 1;
    expect(await read()).to.equal("1");
    now = lifeMilliseconds + staleMilliseconds;
    expect(await read()).to.equal("3");
    expect(reported[1]).to.equal("GET / 200 other");
  });

  it("sends an expired response, and renews it in the background with the request's headers", async () => {
    app = (request, response) =>
      page({}, ` for ${request.method} ${request.url} ${request.headers.host}`)(request, response);
    const host = new URL(url).host;
    const text = (number: number) => `${number} for GET / ${host}`;
    expect(await read()).to.equal(text(1));
    now = lifeMilliseconds;
    const renewed = Promise.withResolvers<void>();
    const renew = app;
    app = (request, response) => {
      renew(request, response);
      renewed.resolve();
    };
    expect(await read("/", { "if-none-match": "none" })).to.equal(text(1));
    await renewed.promise;
    expect([await read(), await read(), made]).to.deep.equal([text(2), text(2), 2]);
    expect(reported).to.have.length(4);
  });

  it("drops an expired response if its renewal fails", async () => {
    await read();
    now = lifeMilliseconds;
    app = (_request, response) => {
      response.statusCode = 503;
      response.end("down");
    };
    expect(await read()).to.equal("1");
    expect((await send()).status).to.equal(503);
  });

  it("stores a response marked as brief for a shorter time", async () => {
    app = (request, response) => {
      response.isBrief = true;
      page()(request, response);
    };
    expect([await read(), await read()]).to.deep.equal(["1", "1"]);
    now = 2 * staleMilliseconds;
    expect(await read()).to.equal("2");
  });

  it("checks for changes at most once a second before responding from memory", async () => {
    for (const time of [0, 1, 999, 1_000, 1_001]) {
      now = time;
      await read();
    }
    expect(looks).to.equal(2);
  });

  it("makes a response once for concurrent requests after a change", async () => {
    await read();
    change();
    now = staleMilliseconds;
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    app = async (request, response) => {
      started.resolve();
      await held.promise;
      page()(request, response);
    };
    const first = read();
    await started.promise;
    const waiting = [read(), read()];
    held.resolve();
    expect(await Promise.all([first, ...waiting])).to.deep.equal(["2", "2", "2"]);
    expect(made).to.equal(2);
  });

  it("does not cache a response that started before a change", async () => {
    const held = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    app = async (_request, response) => {
      const text = `${made}`;
      if (made === 1) {
        started.resolve();
        await held.promise;
      }
      response.setHeader("Cache-Control", storyCacheControl);
      response.end(text);
    };
    const first = read();
    await started.promise;
    change();
    held.resolve();
    expect(await first).to.equal("1");
    now = staleMilliseconds;
    expect([await read(), await read()]).to.deep.equal(["2", "2"]);
  });

  it("returns 304 for a matching ETag, on the first request and from memory", async () => {
    for (const header of ['W/"1"', '"a", "1"', "*"]) {
      const { status, headers, body } = await send("/", { "if-none-match": header });
      expect([status, body.length, headers.etag]).to.deep.equal([304, 0, 'W/"1"']);
      expect(headers).not.to.have.any.keys("content-type", "content-length");
    }
    expect((await send("/", { "if-none-match": '"2"' })).status).to.equal(200);
    expect(made).to.equal(1);
  });

  it("responds from memory to Range and If-Modified-Since, with 304 if unchanged", async () => {
    const lastModified = "Mon, 04 May 2026 10:00:00 GMT";
    const since = { "if-modified-since": lastModified };
    app = page({ "Last-Modified": lastModified });
    const statusOf = async (headers: Record<string, string>) => (await send("/", headers)).status;
    expect(await statusOf({ range: "bytes=0-0" })).to.equal(200);
    expect(await statusOf({ range: "bytes=0-0" })).to.equal(200);
    expect(await statusOf(since)).to.equal(304);
    expect(await statusOf({ ...since, "if-none-match": '"other"' })).to.equal(200);
    const earlier = { "if-modified-since": "Mon, 04 May 2026 09:59:59 GMT" };
    expect(await statusOf(earlier)).to.equal(200);
    expect(made).to.equal(1);
  });

  it("returns 304 for an ETag that a compressing proxy suffixed or weakened", async () => {
    app = page({ ETag: '"2-a"' });
    for (const tag of ['"2-a-gzip"', '"2-a--gzip"', '"2-a;br"', 'W/"2-a-zstd"', 'W/"2-a"'])
      expect((await send("/", { "if-none-match": tag })).status, tag).to.equal(304);
  });

  it("compresses a response of 1 kB or more once per encoding, with a Vary header", async () => {
    const text = "x".repeat(1_023);
    app = page({ Vary: "Accept" }, text);
    for (const [accepted, coding, decode] of [
      ["gzip, br;q=0.5", "br", brotliDecompressSync],
      ["*", "br", brotliDecompressSync],
      ["GZIP", "gzip", gunzipSync],
      ["gzip;q=0.0, br;q=0", undefined, String],
      ["identity", undefined, String],
    ] as const) {
      const { headers, body } = await send("/", { "accept-encoding": accepted });
      expect(headers["content-encoding"], accepted).to.equal(coding);
      expect(headers.vary).to.equal("Accept, Accept-Encoding");
      expect(headers["content-length"]).to.equal(String(body.length));
      expect(String(decode(body))).to.equal(`1${text}`);
    }
    const gzip = { "accept-encoding": "gzip" };
    for (const [path, headers, length] of [
      ["/short", {}, 1_022],
      ["/strong", { ETag: '"1"' }, 2_000],
      ["/picture", { "Content-Type": "image/jpeg" }, 2_000],
    ] as const) {
      app = page(headers, "x".repeat(length));
      expect((await send(path, gzip)).headers, path).not.to.have.property("content-encoding");
    }
  });

  it("sends every byte of a small and a large image", async () => {
    for (const size of [256, 10_240]) {
      const image = Buffer.from(Array.from({ length: size }, (_, index) => index % 256));
      app = (_request, response) => {
        response.setHeader("Cache-Control", storyCacheControl);
        response.setHeader("Content-Type", "image/png");
        response.end(image);
      };
      for (let time = 0; time < 2; time += 1) {
        const { body, headers } = await send(`/${size}.png`);
        expect(body.equals(image)).to.equal(true);
        expect(headers["content-length"]).to.equal(String(size));
      }
    }
  });

  it("sends cached pages only to clients that accept HTML", async () => {
    app = page({ Vary: "Accept" });
    const html = { accept: "text/html,*/*;q=0.8" };
    expect([await read("/", html), await read("/", html)]).to.deep.equal(["1", "1"]);
    const json = { accept: "application/json" };
    expect(await read("/", json)).to.equal("2");
    expect(await read("/", html)).to.equal("1");
    now = lifeMilliseconds + staleMilliseconds;
    const held = Promise.withResolvers<void>();
    app = (request, response) =>
      held.promise.then(() => page({ Vary: "Accept" })(request, response));
    onMiss = (misses) => misses === 3 && held.resolve();
    expect(await Promise.all([read("/", html), read("/", json)])).to.deep.equal(["3", "4"]);
  });

  for (const [what, headers] of [
    ["is not public", { "Cache-Control": "private, max-age=60" }],
    ["sets a cookie", { "Set-Cookie": "a=b" }],
    ["varies by an unsupported header", { Vary: "Accept-Encoding, Origin" }],
  ] as const) {
    it(`shares a response that ${what} only with the callers that triggered it`, async () => {
      app = page(headers);
      expect(await Promise.all([read(), read()])).to.have.members(["1", "2"]);
      expect((await send("/", { "if-none-match": 'W/"3"' })).status).to.equal(304);
    });
  }

  it("evicts the least recently used response when full", async () => {
    await start(6_200);
    const bodies: string[] = [];
    for (const path of ["/a", "/b", "/c", "/a", "/d", "/a", "/c", "/b"])
      bodies.push(await read(path));
    expect(bodies.join(" ")).to.equal("1 2 3 1 4 1 3 5");
  });

  it("includes URLs in the size that it limits", async () => {
    await start(100_000);
    const path = (name: string) => `/${name.padEnd(12_000, "x")}`;
    for (const name of ["a", "b", "c", "d"]) await read(path(name));
    expect(made).to.equal(4);
    expect(await read(path("d"))).to.equal("4");
    expect(await read(path("a"))).to.equal("5");
  });

  it("makes a response once for all waiting clients after the first client disconnects", async () => {
    const started = Promise.withResolvers<void>();
    const seen = Promise.withResolvers<void>();
    app = () => started.resolve();
    const leaving = request(`${url}/`).on("error", () => undefined);
    leaving.end();
    await started.promise;
    onMiss = (misses) => misses === 4 && seen.resolve();
    const waiting = [read(), read(), read()];
    await seen.promise;
    app = page();
    leaving.destroy();
    expect(await Promise.all(waiting)).to.deep.equal(["2", "2", "2"]);
    expect(made).to.equal(2);
  });

  it("streams a large response, and stops when the client disconnects", async () => {
    await start(800);
    const body = "x".repeat(100_000);
    app = (_request, response) => {
      response.write(body);
      response.write("", () => response.end(body));
    };
    expect((await read()).length).to.equal(200_000);
    const started = Promise.withResolvers<void>();
    app = () => started.resolve();
    const leaving = request(`${url}/slow`).on("error", () => undefined);
    leaving.end();
    await started.promise;
    const waiting = read("/slow");
    app = page();
    leaving.destroy();
    expect(await waiting).to.match(/^\d+$/);
  });
});

import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import { sharedCacheControl } from "../../../api/src/http/cacheControl.ts";
import { useNginx } from "./nginxFixture.ts";

const pollMilliseconds = 20;

describe("the cache of api/production/nginx.conf", () => {
  const at = useNginx();

  /** A page as the service sends it, but current for an hour. */
  const page =
    (body: string, headers: Record<string, string> = {}): RequestListener =>
    (request, response) => {
      response.setHeader("cache-control", "public, max-age=0, s-maxage=3600");
      response.setHeader("vary", "Accept, Accept-Encoding");
      response.setHeader("etag", `W/"${body}"`);
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      const isKnown = request.headers["if-none-match"] === `W/"${body}"`;
      response.statusCode = isKnown ? 304 : 200;
      response.end(isKnown ? "" : body);
    };
  const textAt = async (path: string, headers?: Record<string, string>) =>
    (await at.visitor.get(path, headers)).body.toString();

  it("answers many readers of a page with one request a second, and shows a save", async () => {
    const path = "/drifter/1";
    const expiring = { "cache-control": sharedCacheControl };
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    const crowd = () => Promise.all(Array.from({ length: 12 }, () => textAt(path)));
    at.bothAnswer(page("before", expiring));
    expect(await textAt(path)).to.equal("before");
    at.bothAnswer(page("after", expiring));
    for (;;) {
      const seen = new Set(await crowd());
      expect(at.requests().length).to.be.at.most(1 + seconds());
      if (seen.has("after")) break;
      await delay(pollMilliseconds);
    }
    expect(await textAt(path)).to.equal("after");
  });

  it("sends its copy while it fetches a newer page, also to the reader for whom it does so", async () => {
    const path = "/drifter/10";
    at.bothAnswer(page("before", { "cache-control": sharedCacheControl }));
    expect(await textAt(path)).to.equal("before");
    const updater = Promise.withResolvers<number>();
    const held = Promise.withResolvers<void>();
    at.bothAnswer(async (request, response) => {
      updater.resolve(Number(request.headers["x-reader"]));
      await held.promise;
      page("after")(request, response);
    });
    const copies: Promise<string>[] = [];
    while (at.requests().length < 2) {
      copies.push(textAt(path, { "x-reader": String(copies.length) }));
      await delay(pollMilliseconds);
    }
    expect(await copies[await updater.promise]).to.equal("before");
    held.resolve();
    await Promise.all(copies);
  });

  it("sends no copy for longer than the service allows, whoever asks first", async () => {
    const path = "/drifter/2";
    const once = { "cache-control": "max-age=0, s-maxage=1" };
    at.bothAnswer(page("before", once));
    expect(await textAt(path)).to.equal("before");
    let askedAt = Number.POSITIVE_INFINITY;
    at.bothAnswer((request, response) => {
      askedAt = Math.min(askedAt, performance.now());
      // For long enough that reads begin meanwhile.
      setTimeout(() => page("after", once)(request, response), 5 * pollMilliseconds);
    });
    for (;;) {
      const begun = performance.now();
      // On two connections: one waits for what nginx fetches in the background.
      const seen = await Promise.all([textAt(path), textAt(path)]);
      if (begun > askedAt) {
        expect(seen).to.deep.equal(["after", "after"]);
        break;
      }
      await delay(pollMilliseconds);
    }
  });

  it("keeps no errors, nothing that the service does not allow, and nothing of the API", async () => {
    for (const [path, status, cacheControl] of [
      ["/drifter/404", 404, "no-store"],
      ["/drifter/503", 503, "no-store"],
      ["/drifter/5", 200, "no-cache"],
      ["/drifter/500", 500, undefined],
      ["/readyz", 200, sharedCacheControl],
      ["/api/narrative/7", 200, sharedCacheControl],
    ] as const) {
      at.bothAnswer((_request, response) => {
        if (cacheControl) response.setHeader("cache-control", cacheControl);
        response.writeHead(status).end();
      });
      const before = at.requests().length;
      for (const time of [1, 2]) {
        expect((await at.visitor.get(path)).status).to.equal(status);
        expect(at.requests().length - before, `${path}, ${time}`).to.equal(time);
      }
    }
  });

  it("lets the service answer conditional reads of the API, and answers those of pages itself", async () => {
    at.bothAnswer(page("known"));
    const known = { "if-none-match": 'W/"known"' };
    expect((await at.visitor.get("/api/narrative/7", known)).status).to.equal(304);
    expect(await textAt("/drifter/6")).to.equal("known");
    const { status, headers } = await at.visitor.get("/drifter/6", known);
    expect(status).to.equal(304);
    expect(headers.etag).to.equal('W/"known"');
    expect(at.requests()).to.have.members(["GET /api/narrative/7", "GET /drifter/6"]);
  });

  it("has browsers revalidate a copy, and gives each response its own request ID", async () => {
    at.bothAnswer((request, response) =>
      page("page", { "x-request-id": String(request.headers["x-request-id"]) })(request, response),
    );
    const answers = [await at.visitor.get("/drifter/7"), await at.visitor.get("/drifter/7")];
    expect(at.requests()).to.have.length(1);
    for (const { headers } of answers) {
      expect(headers["cache-control"]).to.equal("no-cache");
      expect(headers["x-request-id"]).to.match(/^[0-9a-f]{32}$/);
      expect(headers["strict-transport-security"]).to.equal("max-age=31536000");
    }
    expect(answers[0]?.headers["x-request-id"]).not.to.equal(answers[1]?.headers["x-request-id"]);
  });

  it("keeps a page once for clients with and without gzip, and a file of the build in each coding", async () => {
    const body = "<p>Dust</p>".repeat(200);
    at.bothAnswer((request, response) => {
      const coding = String(request.headers["accept-encoding"] ?? "");
      const isPage = !request.url?.startsWith("/assets/");
      response.setHeader(
        "cache-control",
        isPage ? sharedCacheControl : "public, max-age=31536000, immutable",
      );
      if (coding !== "") response.setHeader("content-encoding", coding);
      response.setHeader("vary", isPage ? "Accept, Accept-Encoding" : "Accept-Encoding");
      const coded = { br: brotliCompressSync(body), gzip: gzipSync(body) }[coding];
      response.end(coded ?? body);
    });
    const codingOf = async (path: string, accepted: string) =>
      (await at.visitor.get(path, { "accept-encoding": accepted })).headers["content-encoding"];
    const browsers = ["gzip, deflate, br, zstd", "gzip", "identity"];
    for (const [path, expected] of [
      ["/drifter/8", ["gzip", "gzip", undefined]],
      ["/assets/app-1a2b.js", ["br", "gzip", undefined]],
    ] as const) {
      for (const [index, accepted] of [...browsers.entries(), ...browsers.entries()]) {
        expect(await codingOf(path, accepted), `${path} ${accepted}`).to.equal(expected[index]);
      }
    }
    expect(await textAt("/drifter/8", { "accept-encoding": "identity" })).to.equal(body);
    expect(at.requests()).to.have.members(
      ["/drifter/8", ...Array(3).fill("/assets/app-1a2b.js")].map((path) => `GET ${path}`),
    );
    const { headers } = await at.visitor.get("/assets/app-1a2b.js");
    expect(headers["cache-control"]).to.equal("public, max-age=31536000, immutable");
  });

  it("sends copies of pages only to clients that accept HTML", async () => {
    at.bothAnswer(page("page"));
    const path = "/drifter/9";
    for (const accept of ["text/html,*/*;q=0.8", "text/*", "*/*", "image/avif,*/*;q=0.5"]) {
      await at.visitor.get(path, { accept });
    }
    expect(at.requests()).to.have.length(1);
    await at.visitor.get("/api/drifters/7/neighbours", { accept: "application/json" });
    await at.visitor.get("/api/drifters/7/neighbours");
    expect(at.requests()).to.have.length(2);
    at.bothAnswer((_request, response) => response.writeHead(404).end());
    expect((await at.visitor.get(path, { accept: "application/json" })).status).to.equal(404);
    expect((await at.visitor.get(path)).status).to.equal(200);
  });
});

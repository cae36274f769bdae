import type { RequestListener } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import { sharedCacheControl } from "../../../api/src/http/cacheControl.ts";
import { useNginx } from "./nginxFixture.ts";

const pollMilliseconds = 20;

describe("api/production/nginx.conf cache", () => {
  const at = useNginx();

  /** A page response like the service's, but fresh for an hour. */
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

  it("serves many readers with one request per second, and shows a save", async () => {
    const path = "/drifter/1";
    const expiring = { "cache-control": sharedCacheControl };
    const started = performance.now();
    const seconds = () => (performance.now() - started) / 1000;
    const crowd = () => Promise.all(Array.from({ length: 12 }, () => textAt(path)));
    at.bothRespond(page("before", expiring));
    expect(await textAt(path)).to.equal("before");
    at.bothRespond(page("after", expiring));
    for (;;) {
      const seen = new Set(await crowd());
      expect(at.requests().length).to.be.at.most(1 + seconds());
      if (seen.has("after")) break;
      await delay(pollMilliseconds);
    }
    expect(await textAt(path)).to.equal("after");
  });

  it("caches no errors, uncacheable responses or API responses", async () => {
    for (const [path, status, cacheControl] of [
      ["/drifter/404", 404, "no-store"],
      ["/drifter/503", 503, "no-store"],
      ["/drifter/5", 200, "no-cache"],
      ["/drifter/500", 500, undefined],
      ["/readyz", 200, sharedCacheControl],
      ["/api/narrative/7", 200, sharedCacheControl],
    ] as const) {
      at.bothRespond((_request, response) => {
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

  it("ignores the query in the cache key, except for pages that use it", async () => {
    at.bothRespond(page("same"));
    for (const path of ["/robots.txt", "/robots.txt?a", "/robots.txt?b", "/?a", "/"])
      expect(await textAt(path)).to.equal("same");
    for (const path of ["/stories?page=1", "/stories?page=2", "/api/tokens/7/neighbors?a"])
      await textAt(path);
    expect(at.requests()).to.have.members([
      "GET /robots.txt",
      "GET /?a",
      "GET /stories?page=1",
      "GET /stories?page=2",
      "GET /api/tokens/7/neighbors?a",
    ]);
  });

  it("forwards conditional API reads to the service, and answers conditional page requests itself", async () => {
    at.bothRespond(page("known"));
    const known = { "if-none-match": 'W/"known"' };
    expect((await at.visitor.get("/api/narrative/7", known)).status).to.equal(304);
    expect(await textAt("/drifter/6")).to.equal("known");
    const { status, headers } = await at.visitor.get("/drifter/6", known);
    expect(status).to.equal(304);
    expect(headers.etag).to.equal('W/"known"');
    expect(at.requests()).to.have.members(["GET /api/narrative/7", "GET /drifter/6"]);
  });
});

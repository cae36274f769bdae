import { expect } from "chai";
import { enterHostileWorld } from "./hostileWorld.ts";

const evil = "https://evil.example";

describe("hostile headers", () => {
  const world = enterHostileWorld();
  const story = "/api/narrative/1";
  const image = "/drifters/images/7.jpg";
  const icon = "/favicon.svg";

  for (const [what, path, headers, expected] of [
    ["If-None-Match of 12 kB", story, { "if-none-match": '"a",'.repeat(3_000) }, "200"],
    ["If-None-Match of commas", "/api/narrative", { "if-none-match": ",".repeat(9_000) }, "200"],
    [
      "Accept-Encoding of 12 kB",
      "/api/narrative",
      { "accept-encoding": "gzip;q=0,".repeat(1_300) },
      "200",
    ],
    ["Accept of 12 kB", "/", { accept: "text/x;q=0.1,".repeat(900) }, "404 route.not_found"],
    [
      "Accept with the name of a prototype",
      "/",
      { accept: "__proto__/constructor" },
      "404 route.not_found",
    ],
    ["Range of one byte", icon, { range: "bytes=0-0" }, "200"],
    ["Range with a thousand parts", image, { range: `bytes=${"0-0,".repeat(1_000)}0-0` }, "200"],
    ["If-Match with a different ETag", image, { "if-match": '"other"' }, "412 revision.mismatch"],
    [
      "If-Unmodified-Since long ago",
      image,
      { "if-unmodified-since": "Thu, 01 Jan 1970 00:00:00 GMT" },
      "412 revision.mismatch",
    ],
    [
      "If-Modified-Since in the year 275760",
      icon,
      { "if-modified-since": "Sat, 13 Sep 275760 00:00:00 GMT", "cache-control": "max-age=0" },
      "200",
    ],
    ["a cookie of 9 kB", story, { cookie: "a=b;".repeat(2_250) }, "200"],
    ["X-Forwarded-Host", "/", { "x-forwarded-host": "evil.example" }, "200"],
    ["X-Original-URL", "/api/x", { "x-original-url": story }, "404 route.not_found"],
    ["X-Request-Id from the client", story, { "x-request-id": "<script>" }, "200"],
  ] satisfies [string, string, Record<string, string>, string][]) {
    it(`returns ${expected} for ${what}`, async () => {
      expect(await world().sendRequest(path, { headers })).to.equal(expected);
    });
  }

  it("echoes nothing that was sent in any header or page", async () => {
    const headers = {
      ...{ origin: evil, referer: evil, "x-forwarded-host": "evil.example", "user-agent": evil },
      "x-request-id": "evil.example",
    };
    for (const path of ["/", "/api/evil.example", "/evil.example", "/drifters/evil.example"]) {
      const response = await world().api.get(path, headers);
      const answer = `${[...response.headers].flat().join()} ${await response.text()}`;
      expect(answer, path).not.to.include("evil.example");
    }
  });

  for (const path of [story, "/api/narrative", `${story}/history`, "/api/nothing"]) {
    it(`lets every site read ${path}, without cookies`, async () => {
      const { headers } = await world().api.get(path, { origin: evil });
      expect(headers.get("access-control-allow-origin")).to.equal("*");
      expect(headers.get("access-control-allow-credentials")).to.equal(null);
      expect(headers.get("cross-origin-resource-policy")).to.equal("cross-origin");
    });
  }

  for (const path of ["/", "/assets/app-1a.js", "/nothing"]) {
    it(`prevents cross-origin reads of ${path}`, async () => {
      const { headers } = await world().api.get(path, { origin: evil });
      expect(headers.get("access-control-allow-origin")).to.equal(null);
      expect(headers.get("cross-origin-resource-policy")).to.equal("same-origin");
    });
  }

  it("prevents cross-origin saves by rejecting the preflight request", async () => {
    const response = await world().api.send(story, {
      method: "OPTIONS",
      headers: { origin: evil, "access-control-request-method": "POST" },
    });
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith("access-control"))).to.deep.equal([]);
  });
});

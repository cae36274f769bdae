import type { RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { expect } from "chai";
import { useNginx } from "./nginxFixture.ts";

describe("api/production/nginx.conf", () => {
  const at = useNginx();
  it("redirects HTTP to the same URL over HTTPS", async () => {
    const response = await fetch(`http://127.0.0.1:${at.httpPort}/drifter/7?a=b`, {
      headers: { host: "elsewhere.example" },
      redirect: "manual",
    });
    expect(response.status).to.equal(301);
    expect(response.headers.get("location")).to.equal("https://localhost/drifter/7?a=b");
  });

  it("forwards the client's address and protocol, and its own request ID", async () => {
    at.bothRespond(({ headers }, response) => response.end(JSON.stringify(headers)));
    const response = await at.visitor.get("/", {
      "x-forwarded-for": "6.6.6.6",
      "x-forwarded-proto": "http",
      "x-request-id": "chosen-by-a-client",
    });
    const headers = JSON.parse(response.body.toString());
    expect(headers).to.include({
      "x-forwarded-for": "6.6.6.6, 127.0.0.1",
      "x-forwarded-proto": "https",
    });
    expect(headers.host).to.match(/^localhost/);
    expect(headers["x-request-id"]).to.match(/^[0-9a-f]{32}$/);
  });

  it("sends Strict-Transport-Security, even with errors", async () => {
    for (const status of [200, 404, 503]) {
      at.bothRespond((_request, response) => response.writeHead(status).end());
      const { headers } = await at.visitor.get("/");
      expect(headers["strict-transport-security"]).to.equal("max-age=31536000");
    }
  });

  it("does not expose a process's metrics", async () => {
    expect((await at.visitor.get("/metrics")).status).to.equal(404);
    expect((await at.visitor.get("/metrics?all")).status).to.equal(404);
    expect(at.requests()).to.deep.equal([]);
  });

  it("forwards a story that is slightly too long to the service, and rejects a much longer one", async () => {
    at.bothRespond((request, response) => void request.resume().on("end", () => response.end()));
    expect((await at.visitor.post("/api/narrative/7", "a".repeat(1_500_000))).status).to.equal(200);
    expect(at.requests()).to.have.length(1);
    expect((await at.visitor.post("/api/narrative/7", "a".repeat(2_500_000))).status).to.equal(413);
    expect(at.requests()).to.have.length(1);
  });

  for (const { what, fail } of [
    {
      what: "closes the connection",
      fail: ((_, response) => response.destroy()) as RequestListener,
    },
    {
      what: "closes the connection after reading the save",
      fail: (async (request, response) => {
        await text(request);
        response.destroy();
      }) as RequestListener,
    },
  ]) {
    it(`retries a save and a read on the second process when the first ${what}`, async () => {
      const saved: string[] = [];
      at.standIns[0].respond = fail;
      at.standIns[1].respond = async (request, response) => {
        saved.push(await text(request));
        response.end("saved");
      };
      for (let turn = 0; turn < 4; turn += 1) {
        expect((await at.visitor.post("/api/narrative/7", `story ${turn}`)).status).to.equal(200);
      }
      expect(saved).to.deep.equal(["story 0", "story 1", "story 2", "story 3"]);
      expect(at.standIns[0].requests).not.to.deep.equal([]);
      for (let turn = 0; turn < 4; turn += 1)
        expect((await at.visitor.get("/")).status).to.equal(200);
    });
  }

  it("does not retry an error response on the second process", async () => {
    for (const status of [404, 409, 500, 503]) {
      at.bothRespond((_request, response) => response.writeHead(status).end());
      expect((await at.visitor.post("/api/narrative/7", "{}")).status).to.equal(status);
    }
    expect(at.requests()).to.have.length(4);
  });

  it("serves an asset of the previous build that only one process still has", async () => {
    at.standIns[0].respond = (_, response) => response.writeHead(404).end();
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await at.visitor.get("/assets/old.js")).status).to.equal(200);
    }
    at.bothRespond((_request, response) => response.writeHead(404).end("no such file"));
    const response = await at.visitor.get("/assets/nowhere.js");
    expect([response.status, response.body.toString()]).to.deep.equal([404, "no such file"]);
  });
});

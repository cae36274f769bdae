import { expect } from "chai";
import { enterHostileWorld } from "./hostileWorld.ts";

const close = "Host: drifters.example\r\nConnection: close\r\n";
const refused = "405 method.not_allowed";

describe("hostile methods", () => {
  const world = enterHostileWorld();

  for (const path of ["/api/narrative/1", "/api/narrative", "/drifters/metadata/7.json", "/"]) {
    for (const method of [
      "PUT",
      "DELETE",
      "PATCH",
      "TRACE",
      "PROPFIND",
      "QUERY",
      "PURGE",
      "LINK",
    ]) {
      it(`[S7.14] ${method} ${path} is ${refused}`, async () => {
        const request = `${method} ${path} HTTP/1.1\r\n${close}Content-Length: 2\r\n\r\n{}`;
        expect(await world().tell(request)).to.deep.equal([refused]);
      });
    }
  }

  for (const path of [
    "/api/narrative",
    "/api/narrative/1/history",
    "/drifters/images/7.jpg",
    "/openapi.json",
    "/api/mint/allowance/1",
    "/assets/app-1a.js",
  ]) {
    it(`[S7.14] POST ${path} is refused, whatever is in it`, async () => {
      const body = JSON.stringify(world().current);
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const request = `POST ${path} HTTP/1.1\r\n${close}${headers}\r\n${body}`;
      const expected = path.startsWith("/assets") ? "404 route.not_found" : refused;
      expect(await world().tell(request)).to.deep.equal([expected]);
    });
  }

  for (const header of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
    it(`[S7.14] a read with ${header}: DELETE is a read`, async () => {
      const request = `GET /api/narrative/1 HTTP/1.1\r\n${close}${header}: DELETE\r\n\r\n`;
      expect(await world().tell(request)).to.deep.equal(["200"]);
    });
  }

  it("[S7.14] TRACE does not give back what was sent", async () => {
    const request = `TRACE / HTTP/1.1\r\n${close}Cookie: the keeper's secret\r\n\r\n`;
    expect(await world().tell(request)).to.deep.equal([refused]);
  });

  it("[S7.14] HEAD of a path that is not there has a problem's headers and no body", async () => {
    const request = `HEAD /api/narrative/3 HTTP/1.1\r\n${close}\r\n`;
    expect(await world().tell(request)).to.deep.equal(["404"]);
  });

  it("[S7.14] a read with a body of somebody's story changes nothing", async () => {
    const { replaced } = world();
    const body = JSON.stringify(replaced);
    const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const request = `GET /api/narrative/1 HTTP/1.1\r\n${close}${headers}\r\n${body}`;
    expect(await world().tell(request)).to.deep.equal(["200"]);
  });
});

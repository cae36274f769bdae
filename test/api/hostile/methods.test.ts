import { expect } from "chai";
import { operations } from "../../../api/src/openapi/operations.ts";
import { enterHostileWorld } from "./hostileWorld.ts";

const close = "Host: site.example\r\nConnection: close\r\n";
const rejected = "405 method.not_allowed";

/** Every operation of the service, with an example drifter ID in its path. */
const described = Object.entries(operations).map(
  ([path, methods]) => [path.replace("{drifterId}", "1"), methods] as const,
);

describe("unsupported methods", () => {
  const world = enterHostileWorld();

  for (const path of [...described.map(([path]) => path), "/"]) {
    for (const method of ["PUT", "TRACE", "PROPFIND", "QUERY"]) {
      it(`[S7.14] returns ${rejected} for ${method} ${path}`, async () => {
        const request = `${method} ${path} HTTP/1.1\r\n${close}Content-Length: 2\r\n\r\n{}`;
        expect(await world().sendRaw(request)).to.deep.equal([rejected]);
      });
    }
  }

  const readOnly = described.filter(([, { post }]) => post === undefined);
  for (const path of [...readOnly.map(([path]) => path), "/assets/app-1a.js"]) {
    it(`[S7.14] rejects POST ${path} even with a valid save`, async () => {
      const body = JSON.stringify(world().current);
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const request = `POST ${path} HTTP/1.1\r\n${close}${headers}\r\n${body}`;
      const expected = path.startsWith("/assets") ? "404 route.not_found" : rejected;
      expect(await world().sendRaw(request)).to.deep.equal([expected]);
    });
  }

  for (const header of ["X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"]) {
    it(`[S7.14] ignores ${header}: DELETE on a read`, async () => {
      const request = `GET /api/narrative/1 HTTP/1.1\r\n${close}${header}: DELETE\r\n\r\n`;
      expect(await world().sendRaw(request)).to.deep.equal(["200"]);
    });
  }

  it("[S7.14] rejects TRACE without echoing the request", async () => {
    const request = `TRACE / HTTP/1.1\r\n${close}Cookie: the keeper's secret\r\n\r\n`;
    expect(await world().sendRaw(request)).to.deep.equal([rejected]);
  });
});

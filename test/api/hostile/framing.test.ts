import { expect } from "chai";
import { enterHostileWorld } from "./hostileWorld.ts";

const host = "Host: site.example\r\n";
const end = "Connection: close\r\n\r\n";
const get = (target: string, headers = "") => `GET ${target} HTTP/1.1\r\n${host}${headers}${end}`;
const list = "/api/narrative";
const post = (headers: string, body: string, path = "/api/narrative/1") =>
  `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\n${headers}${end}${body}`;
const chunked = "Transfer-Encoding: chunked\r\n";
const noBody = "0\r\n\r\n";
const smuggled = `DELETE /api/narrative/1 HTTP/1.1\r\n${host}\r\n`;
const malformed = "400 request.malformed";

describe("malformed bytes on the socket", () => {
  const world = enterHostileWorld();

  const tables: Record<string, [what: string, sent: string, ...expected: string[]][]> = {
    "a request line": [
      ["is not HTTP", "NONSENSE\r\n\r\n", malformed],
      [
        "uses a different protocol that the parser accepts",
        `GET ${list} RTSP/1.0\r\n${host}${end}`,
        "200",
      ],
      ["uses HTTP/1.0, which needs no Host", `GET ${list} HTTP/1.0\r\n\r\n`, "200"],
      ["has no Host", `GET ${list} HTTP/1.1\r\n${end}`, malformed],
      ["has a raw NUL in its path", get("/api/narrative/1\0"), malformed],
    ],
    "a target": [
      ["is a URL of this service", get(`http://site.example${list}`), "200"],
      ["is a URL with a different host", get(`http://evil.example${list}`), "200"],
      ["is a URL without a valid host", get("http://[::1/"), malformed],
      ["is an asterisk", get("*"), malformed],
      ["is an asterisk for OPTIONS", `OPTIONS * HTTP/1.1\r\n${host}${end}`, "204"],
      ["requests a tunnel", `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, malformed],
    ],
    "a Host": [["is missing", `GET ${list} HTTP/1.1\r\n${end}`, malformed]],
    "a header": [
      [
        "is 20 kB long",
        get(list, `X-A: ${"a".repeat(20_000)}\r\n`),
        "431 request.headers_too_large",
      ],
      ["is one of 2,500 short ones", get(list, "A:\r\n".repeat(2_500)), "200"],
      [
        "expects something unsupported",
        post("Expect: a teapot\r\nContent-Length: 2\r\n", "{}"),
        malformed,
      ],
      [
        "expects 100-continue",
        post("Expect: 100-continue\r\nContent-Length: 2\r\n", "{}"),
        malformed,
      ],
    ],
    "a body's length": [
      [
        "is given as a length and as chunks",
        post(`Content-Length: 5\r\n${chunked}`, noBody + smuggled),
        malformed,
      ],
      [
        "is ten gigabytes, of which nothing is sent",
        post("Content-Length: 10000000000\r\n", ""),
        "413 body.too_large",
      ],
    ],
    "a body's transfer": [
      ["has a chunk size that is not a number", post(chunked, `zz\r\n{}\r\n${noBody}`), malformed],
      [
        "has a chunk extension of 20 kB",
        post(chunked, `2;${"a".repeat(20_000)}\r\n{}\r\n${noBody}`),
        "413 body.too_large",
      ],
      [
        "has a trailer with a different Content-Type",
        post(
          `${chunked}Trailer: Content-Type\r\n`,
          "2\r\n{}\r\n0\r\nContent-Type: text/plain\r\n\r\n",
        ),
        malformed,
      ],
    ],
    "a connection": [
      [
        "has nonsense after a valid request",
        `GET ${list} HTTP/1.1\r\n${host}\r\nNONSENSE\r\n\r\n`,
        "200",
        malformed,
      ],
      [
        "has three pipelined requests",
        `GET ${list} HTTP/1.1\r\n${host}\r\nGET /api/narrative/01 HTTP/1.1\r\n${host}\r\n${get("/api/x")}`,
        "200",
        "400 token.invalid_id",
        "404 route.not_found",
      ],
      [
        "has a request after a body that was rejected unread",
        `POST /api/narrative/1 HTTP/1.1\r\n${host}Content-Type: text/plain\r\nContent-Length: 20000\r\n\r\n${"a".repeat(20_000)}${get(list)}`,
        "415 body.unsupported_type",
        "200",
      ],
      [
        "has a request after too many chunks",
        `POST /api/narrative/1 HTTP/1.1\r\n${host}Content-Type: application/json\r\n${chunked}\r\n4e20\r\n${"a".repeat(20_000)}\r\n${noBody}${get(list)}`,
        "413 body.too_large",
        "200",
      ],
      [
        "has a hundred pipelined requests",
        `GET ${list} HTTP/1.1\r\n${host}\r\n`.repeat(99) + get(list),
        ...Array<string>(100).fill("200"),
      ],
    ],
  };

  for (const [subject, cases] of Object.entries(tables)) {
    describe(subject, () => {
      for (const [what, sent, ...expected] of cases) {
        const outcome = expected.length > 3 ? `${expected.length} responses` : expected.join(", ");
        it(`[S7.14] returns ${outcome} if the request ${what}`, async () => {
          expect(await world().sendRaw(sent)).to.deep.equal(expected);
        });
      }
    });
  }
});

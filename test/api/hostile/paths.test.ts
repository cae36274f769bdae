import { expect } from "chai";
import { enterHostileWorld } from "./hostileWorld.ts";

const notFound = "404 route.not_found";
const oddId = "400 token.invalid_id";
const malformed = "400 request.malformed";
const noStory = "404 narrative.not_found";
/** A page that reports a nonexistent drifter. */
const missingPage = "404";

/** Composes a raw request, because fetch would normalize the path. */
const requestFor = (target: string, accept: string) =>
  `GET ${target} HTTP/1.1\r\nHost: site.example\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`;

describe("malformed and traversing paths", () => {
  const world = enterHostileWorld();

  const tables: Record<string, [target: string, expected: string][]> = {
    "a story at": [
      ["/api/narrative/-0", oddId],
      ["/api/narrative/1%0D%0AX-Injected:%20yes", oddId],
      ["/api/narrative/1%00.json", oddId],
      ["/api/narrative/__proto__", oddId],
      ["/api/narrative/..%2f..%2f..%2fetc%2fpasswd/history", oddId],
      [`/api/narrative/${"9".repeat(10_000)}`, oddId],
      [`/api/narrative/${2n ** 256n}/history`, oddId],
      [`/api/narrative/${2n ** 256n - 1n}/history`, noStory],
      ["/api/narrative/%c0%b1", malformed],
      ["/api/narrative/1/../1", notFound],
      ["/api/narrative//1", notFound],
      ["//api/narrative/1", notFound],
      ["/api/narrative/1/History", notFound],
      ["/API/narrative/1", missingPage],
      ["/api", notFound],
      ["/api/narrative/", notFound],
      ["/api/narrative/3?__proto__[drifterId]=1", noStory],
      ["/api/narrative/3#/../1", noStory],
    ],
    "a drifter's file at": [
      ["/drifters/metadata/../secret.json", notFound],
      ["/drifters/metadata/..%2fsecret.json", oddId],
      ["/drifters/metadata/%2esecret.json", oddId],
      ["/drifters/metadata/07.json", oddId],
      ["/drifters/metadata/7.JSON", notFound],
      ["/drifters/images/7.png", notFound],
      ["/drifters/images/full/..%2f..%2fsecret.jpg", oddId],
      ["/drifters/images/7.jpg?../secret", "200"],
      ["/drifters/secret.json", notFound],
    ],
    "the web app at": [
      ["/../secret.txt", notFound],
      ["/%2e%2e%2fsecret.txt", notFound],
      ["/..%5csecret.txt", notFound],
      ["/assets/..%2f..%2fsecret.txt", notFound],
      ["/assets/.hidden", notFound],
      ["/assets//app-1a.js", notFound],
      ["/.env", notFound],
      ["/.git/config", notFound],
      ["//site.example/secret.txt", notFound],
      ["//evil.example/drifter/7", notFound],
      ["/drifter//%2e%2e", notFound],
      ["/%E0%A4%A", malformed],
      ["/collection/secret.json", missingPage],
      ["/%69ndex.html", missingPage],
    ],
  };

  for (const [subject, cases] of Object.entries(tables)) {
    describe(subject, () => {
      for (const [target, expected] of cases) {
        const shown = target.length > 90 ? `${target.slice(0, 60)}… (${target.length})` : target;
        it(`[S7.14] [S7.15] returns ${expected} for ${shown}, to pages and API clients`, async () => {
          const problem = expected === missingPage ? notFound : expected;
          for (const [accept, response] of [
            ["text/html", expected],
            ["*/*", problem],
          ] as const) {
            expect(await world().sendRaw(requestFor(target, accept))).to.deep.equal([response]);
          }
        });
      }
    });
  }
});

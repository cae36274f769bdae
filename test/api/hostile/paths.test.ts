import { expect } from "chai";
import { enterHostileWorld } from "./hostileWorld.ts";

const notFound = "404 route.not_found";
const oddId = "400 drifter.invalid_id";
const malformed = "400 request.malformed";
const noStory = "404 narrative.not_found";
const page = "200";
/** The page that says that a drifter does not exist. */
const missingPage = "404";

/** Composes a raw request, because fetch would normalise the path. */
const requestFor = (target: string, accept: string) =>
  `GET ${target} HTTP/1.1\r\nHost: drifters.example\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`;

describe("malformed and traversing paths", () => {
  const world = enterHostileWorld();

  const tables: Record<string, [target: string, expected: string][]> = {
    "a story at": [
      ["/api/narrative/-0", oddId],
      ["/api/narrative/%2D1", oddId],
      ["/api/narrative/1%0A", oddId],
      ["/api/narrative/1%0D%0AX-Injected:%20yes", oddId],
      ["/api/narrative/1%09", oddId],
      ["/api/narrative/%201", oddId],
      ["/api/narrative/1%00.json", oddId],
      ["/api/narrative/1.", oddId],
      ["/api/narrative/1,2", oddId],
      ["/api/narrative/1;v=2", oddId],
      ["/api/narrative/1'--", oddId],
      ["/api/narrative/1%20OR%201=1", oddId],
      ["/api/narrative/$ne", oddId],
      ["/api/narrative/*", oddId],
      ["/api/narrative/NaN", oddId],
      ["/api/narrative/Infinity", oddId],
      ["/api/narrative/null", oddId],
      ["/api/narrative/1n", oddId],
      ["/api/narrative/1_0", oddId],
      ["/api/narrative/0b1", oddId],
      ["/api/narrative/%D9%A1", oddId],
      ["/api/narrative/%E2%91%A0", oddId],
      ["/api/narrative/1%E2%80%8B", oddId],
      ["/api/narrative/%E2%80%AE1", oddId],
      ["/api/narrative/__proto__", oddId],
      ["/api/narrative/constructor", oddId],
      ["/api/narrative/toString", oddId],
      ["/api/narrative/hasOwnProperty/history", oddId],
      ["/api/narrative/.", oddId],
      ["/api/narrative/..", oddId],
      ["/api/narrative/%2e%2e", oddId],
      ["/api/narrative/%252e%252e", oddId],
      ["/api/narrative/..%5c1", oddId],
      ["/api/narrative/..%2f..%2fsecret", oddId],
      ["/api/narrative/..%2f..%2f..%2fetc%2fpasswd/history", oddId],
      [`/api/narrative/${"9".repeat(10_000)}`, oddId],
      [`/api/narrative/${2n ** 256n}/history`, oddId],
      [`/api/narrative/${2n ** 256n - 1n}/history`, noStory],
      ["/api/narrative/%c0%b1", malformed],
      ["/api/narrative/%ed%a0%80", malformed],
      ["/api/narrative/%f4%90%80%80", malformed],
      ["/api/narrative/1%", malformed],
      ["/api/narrative/%u0031", malformed],
      ["/api/narrative/1%zz/history", malformed],
      ["/api/narrative/1/../1", notFound],
      ["/api/narrative//1", notFound],
      ["/api//narrative/1", notFound],
      ["//api/narrative/1", notFound],
      ["/./api/narrative/1", notFound],
      ["/api/narrative/1//history", notFound],
      ["/api/narrative/1/history/", notFound],
      ["/api/narrative/1/History", notFound],
      ["/api%2fnarrative%2f1", notFound],
      ["/api/narrative%2f1", notFound],
      ["/API/narrative/1", missingPage],
      ["/api;x=y/narrative/1", notFound],
      ["/api/narrative.json", notFound],
      ["/api/__proto__", notFound],
      ["/api/constructor/prototype", notFound],
      ["/api/narrative/3?drifterId=1", noStory],
      ["/api/narrative/3?__proto__[drifterId]=1", noStory],
      ["/api/narrative/3?%", noStory],
      ["/api/narrative/3#/../1", noStory],
    ],
    "a drifter's file at": [
      ["/drifters/metadata/../secret.json", notFound],
      ["/drifters/metadata/%2e%2e/secret.json", notFound],
      ["/drifters/metadata/..%2fsecret.json", oddId],
      ["/drifters/metadata/..%5csecret.json", oddId],
      ["/drifters/metadata/%2e%2e%2fsecret.json", oddId],
      ["/drifters/metadata/..%252fsecret.json", oddId],
      ["/drifters/metadata/..%2f..%2fsecret.json", oddId],
      ["/drifters/metadata/....//secret.json", notFound],
      ["/drifters/metadata/..;/secret.json", notFound],
      ["/drifters/metadata/..%c0%afsecret.json", malformed],
      ["/drifters/metadata/.secret.json", oddId],
      ["/drifters/metadata/%2esecret.json", oddId],
      ["/drifters/metadata/%2Fetc%2Fpasswd.json", oddId],
      ["/drifters/metadata/7.json%00.json", oddId],
      ["/drifters/metadata/7%00.json", oddId],
      ["/drifters/metadata/7.json.json", oddId],
      ["/drifters/metadata/07.json", oddId],
      ["/drifters/metadata/7.json/", notFound],
      ["/drifters/metadata/7.json/..", notFound],
      ["/drifters/metadata/7.JSON", notFound],
      ["/drifters/metadata/7.json~", notFound],
      ["/drifters/metadata/7.jpg", notFound],
      ["/drifters/metadata/", notFound],
      ["/drifters/metadata", notFound],
      ["/drifters/images/..%2fsecret.jpg", oddId],
      ["/drifters/images/full%2f7.jpg", oddId],
      ["/drifters/images/full/..%2f7.jpg", oddId],
      ["/drifters/images/full/..%2f..%2fsecret.jpg", oddId],
      ["/drifters/images/full/../7.jpg", notFound],
      ["/drifters/images/7.jpg?../secret", "200"],
      ["/drifters/images/full/", notFound],
      ["/drifters/secret.json", notFound],
      ["/drifters/collection/secret.json", notFound],
      ["/Drifters/images/7.jpg", missingPage],
    ],
    "the web app at": [
      ["/../secret.txt", notFound],
      ["/../../../../../../etc/passwd", notFound],
      ["/..%2fsecret.txt", notFound],
      ["/%2e%2e/secret.txt", notFound],
      ["/%2e%2e%2fsecret.txt", notFound],
      ["/..%5csecret.txt", notFound],
      ["/..\\secret.txt", notFound],
      ["/..;/secret.txt", notFound],
      ["/..%00/secret.txt", notFound],
      ["/%c0%ae%c0%ae/secret.txt", malformed],
      ["/%%32%65%%32%65/secret.txt", malformed],
      ["/assets/../../secret.txt", notFound],
      ["/assets/..%2f..%2fsecret.txt", notFound],
      ["/assets/%2e%2e/%2e%2e/secret.txt", notFound],
      ["/assets/.hidden", notFound],
      ["/assets/%2ehidden", notFound],
      ["/assets/", notFound],
      ["/assets//app-1a.js", notFound],
      ["/assets/app-1a.js/", notFound],
      ["/assets/app-1a.js%00.css", notFound],
      ["/.env", notFound],
      ["/%2eenv", notFound],
      ["/.git/config", notFound],
      ["/.git%2fconfig", notFound],
      ["//drifters.example/secret.txt", notFound],
      ["//evil.example/%2e%2e", notFound],
      ["/favicon.svg%00", notFound],
      ["/favicon.svg/../.env", notFound],
      ["/./index.html", notFound],
      ["//index.html", notFound],
      ["/%", malformed],
      ["/%E0%A4%A", malformed],
      ["/drifter/%3Cscript%3Ealert(1)%3C%2Fscript%3E", notFound],
      ["/drifter/%22%3E%3Cimg%20src=x%3E", missingPage],
      ["/__proto__", missingPage],
      ["/secret.txt", missingPage],
      ["/collection/secret.json", missingPage],
      ["/index.html/", page],
      ["/%69ndex.html", missingPage],
      ["/file:%2f%2f%2fetc%2fpasswd", notFound],
    ],
  };

  for (const [subject, cases] of Object.entries(tables)) {
    describe(subject, () => {
      for (const [target, expected] of cases) {
        const shown = target.length > 90 ? `${target.slice(0, 60)}… (${target.length})` : target;
        it(`[S7.14] [S7.15] ${shown} is ${expected}, for pages and API clients`, async () => {
          const accepted = ["text/html", "*/*"];
          for (const accept of accepted) {
            expect(await world().sendRaw(requestFor(target, accept))).to.deep.equal([expected]);
          }
        });
      }
    });
  }
});

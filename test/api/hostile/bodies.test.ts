import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import type { NarrativeSaveRequest } from "#protocol/wire/responses";
import { saveRequestSchema } from "#protocol/wire/responses";
import { parseJsonBody } from "../../../api/src/http/readBody.ts";
import { signedSave } from "../../support/api/apiFixture.ts";
import { isSoak } from "../../support/search.ts";
import { enterHostileWorld, owner } from "./hostileWorld.ts";

const malformed = "400 request.malformed";
const unsupported = "415 body.unsupported_type";
const invalid = "422 signature.invalid";
const badText = "422 narrative.malformed_text";
const wrongMessage = "422 message.mismatch";
const wrongHash = "422 hash.mismatch";

type Body = string | Buffer;

describe("malformed bodies", () => {
  const world = enterHostileWorld();
  /** A valid save of a different text. */
  let good: NarrativeSaveRequest;
  before(async () => {
    good = await signedSave(owner, world().drifterId, "A third telling.");
  });

  const post = (body: Body, headers: Record<string, string> = {}) =>
    world().sendRequest(`/api/narrative/${world().drifterId}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      // Safety: fetch accepts every view of bytes; its types allow only views of unshared buffers.
      body: body as BodyInit,
    });
  const text = () => JSON.stringify(good);
  const json = (change: object) => JSON.stringify({ ...good, ...change });
  /** Returns the valid body with `start` before its first field. */
  const begin = (start: string) => text().replace("{", `{${start}`);

  /** Functions that build each body, by its defect, grouped by subject and expected response. */
  const tables: [subject: string, expected: string, bodies: Record<string, () => Body>][] = [
    [
      "a save whose body",
      malformed,
      {
        "is empty": () => "",
        "is null": () => "null",
        "ends too early": () => text().slice(0, -1),
        "continues after its end": () => `${text()}{}`,
        "lacks a field": () => json({ signature: undefined }),
        "has an extra field": () => json({ revision: 1 }),
        "has overlong UTF-8": () => Buffer.from(text().replace("third", "\xc0\xaf"), "latin1"),
        "is gzip without Content-Encoding": () => gzipSync(text()),
      },
    ],
    [
      "a save whose field",
      malformed,
      {
        "__proto__ is an object": () => begin('"__proto__":{"narrative":"x"},'),
        "drifterId is repeated, with the wrong one first": () => begin('"drifterId":"2",'),
        "drifterId is repeated, with the wrong one last": () =>
          text().replace(/}$/, ',"drifterId":"2"}'),
        "narrative is repeated with white space before its colon": () =>
          begin('"narrative" \t\r\n :"x",'),
        "narrative is an array": () => json({ narrative: ["A third telling."] }),
        "narrative is an object that resembles a string": () =>
          json({ narrative: { length: 3, toString: "x" } }),
        "narrative is a number": () => json({ narrative: 3 }),
        "signedMessage is null": () => json({ signedMessage: null }),
        "drifterId is a number too large for a double": () => text().replace('"1"', "1e400"),
        "drifterId has a leading zero": () => json({ drifterId: "01" }),
        "drifterId is in full-width digits": () => json({ drifterId: "１" }),
        "drifterId is a different drifter's": () => json({ drifterId: "2" }),
      },
    ],
    [
      "a save whose text",
      badText,
      {
        "is half a surrogate pair": () => json({ narrative: "\ud83d" }),
        "has an escaped NUL": () => json({ narrative: "a\u0000b" }),
      },
    ],
    [
      "a save whose text",
      wrongHash,
      {
        "differs by a space": () => json({ narrative: "A third telling. " }),
        "differs by Unicode normalization": () => json({ narrative: "A third te\u0301lling." }),
        "begins with a byte order mark": () => json({ narrative: "\ufeffA third telling." }),
        "is empty, with a different text's signature": () => json({ narrative: "" }),
      },
    ],
    [
      "a save whose message",
      wrongMessage,
      {
        "has different letter case": () =>
          json({ signedMessage: good.signedMessage.toLowerCase() }),
        "has a trailing line break": () => json({ signedMessage: `${good.signedMessage}\n` }),
        "has a no-break space": () =>
          json({ signedMessage: good.signedMessage.replace(" own", "\u00a0own") }),
        "has an upper-case hash": () =>
          json({ signedMessage: good.signedMessage.replace(/\w+$/, (hash) => hash.toUpperCase()) }),
        "is 9 kB": () => json({ signedMessage: good.signedMessage.padEnd(9_000, "0") }),
        "names a drifter with a leading zero": () =>
          json({ signedMessage: good.signedMessage.replace("Drifter 1", "Drifter 01") }),
      },
    ],
    [
      "a save that is a bomb:",
      malformed,
      {
        "9 kB of brackets": () => Buffer.alloc(9_000, "["),
        "a number of 9,000 digits": () => "9".repeat(9_000),
      },
    ],
    [
      "a save whose signature",
      invalid,
      {
        "ends with a line break": () => json({ signature: `${good.signature}\n` }),
        "is empty": () => json({ signature: "0x" }),
        "has an odd number of digits": () => json({ signature: good.signature.slice(0, -1) }),
        "has v 29": () => json({ signature: good.signature.replace(/..$/, "1d") }),
      },
    ],
  ];

  for (const [subject, expected, bodies] of tables) {
    for (const [what, make] of Object.entries(bodies)) {
      it(`[S7.9] returns ${expected} for ${subject} ${what}`, async () => {
        expect(await post(make())).to.equal(expected);
      });
    }
  }

  const zipped = (zip: (text: string) => Buffer) => () => zip(text());
  type LabeledBody = [what: string, name: string, value: string, () => Body, expected?: string];
  const headers: LabeledBody[] = [
    ["is a gzip bomb", "content-encoding", "gzip", () => gzipSync(Buffer.alloc(20_000_000))],
    ["is brotli", "content-encoding", "br", zipped(brotliCompressSync)],
    [
      "has the identity coding",
      "content-encoding",
      "identity",
      () => json({ narrative: 1 }),
      malformed,
    ],
    ["is UTF-16", "content-type", "application/json; charset=utf-16le", text],
    ["is JSON after a comma", "content-type", "text/plain, application/json", text],
  ];
  for (const [what, name, value, make, expected = unsupported] of headers) {
    it(`[S7.9] returns ${expected} for a save whose headers declare that its body ${what}`, async () => {
      expect(await post(make(), { [name]: value })).to.equal(expected);
    });
  }

  it("[S7.9] pollutes no prototype", () => {
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect({}).not.to.have.property("a");
  });

  // A quadratic parser would exceed the time limit even with 2 MB.
  const megabytes = isSoak ? 16 : 2;
  for (const unit of ["\\n", "\\\\", '\\"']) {
    it(`[S7.12] parses ${megabytes} MB of ${unit}, and rejects a repeated field in it`, async () => {
      const narrative = unit.repeat((megabytes * 2 ** 20) / unit.length);
      const body = begin("").replace("A third telling.", () => narrative);
      const parse = (text: string) => parseJsonBody(Buffer.from(text), saveRequestSchema);
      expect(parse(body).narrative).to.have.length((megabytes * 2 ** 20) / unit.length);
      expect(() => parse(body.replace("{", '{"narrative":"x",'))).to.throw("more than once");
    });
  }
});

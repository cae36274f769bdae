import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { expect } from "chai";
import type { NarrativeSaveRequest } from "#protocol/narrative";
import { saveRequestSchema } from "../../../api/src/narratives/publishNarrative.ts";
import { parseJsonBody } from "../../../api/src/readJsonBody.ts";
import { signedSave } from "../apiFixture.ts";
import { enterHostileWorld, owner } from "./hostileWorld.ts";

const malformed = "400 request.malformed";
const unsupported = "415 body.unsupported_type";
const tooLarge = "413 body.too_large";
const odd = "422 signature.invalid";
const badText = "422 narrative.malformed_text";
const wrongMessage = "422 message.mismatch";

type Body = string | Buffer;

describe("hostile bodies", () => {
  const world = enterHostileWorld();
  /** A save of another text, which would be taken as it is. */
  let good: NarrativeSaveRequest;
  before(async () => {
    good = await signedSave(owner, world().drifterId, "A third telling.");
  });

  const post = (body: Body, headers: Record<string, string> = {}) =>
    world().ask(`/api/narrative/${world().drifterId}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      // Safety: fetch takes every view of bytes; its types know only views of unshared ones.
      body: body as BodyInit,
    });
  const json = (change: object) => JSON.stringify({ ...good, ...change });
  /** The good body with a text put in before its first field. */
  const begin = (text: string) => JSON.stringify(good).replace("{", `{${text}`);

  const tables: Record<string, [what: string, make: () => Body, expected: string][]> = {
    "a save whose body": [
      ["is one blank", () => " ", malformed],
      ["is a string with JSON in it", () => JSON.stringify(JSON.stringify(good)), malformed],
      ["is a number", () => "1", malformed],
      ["is true", () => "true", malformed],
      ["is NaN", () => "NaN", malformed],
      ["is an empty object", () => "{}", malformed],
      ["is an empty array", () => "[]", malformed],
      ["is two lines of JSON", () => `${JSON.stringify(good)}\n${JSON.stringify(good)}`, malformed],
      ["ends with a comma", () => JSON.stringify(good).replace(/}$/, ",}"), malformed],
      ["has a comment", () => `/* */${JSON.stringify(good)}`, malformed],
      ["has single quotes", () => JSON.stringify(good).replaceAll('"', "'"), malformed],
      [
        "begins like a guard against old browsers",
        () => `)]}',\n${JSON.stringify(good)}`,
        malformed,
      ],
      ["is a form", () => new URLSearchParams({ ...good }).toString(), malformed],
      [
        "is XML with an entity",
        () => '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
        malformed,
      ],
      ["ends with a NUL", () => `${JSON.stringify(good)}\0`, malformed],
      ["has a raw line end in a text", () => json({}).replace("third", "third\n"), malformed],
      ["has an escape that is none", () => json({}).replace("third", "\\x41"), malformed],
      ["has half an escape", () => json({}).replace("third", "\\u00"), malformed],
      ["is UTF-16", () => Buffer.from(JSON.stringify(good), "utf16le"), malformed],
      [
        "has overlong UTF-8",
        () => Buffer.from(json({}).replace("third", "\xc0\xaf"), "latin1"),
        malformed,
      ],
      [
        "has a surrogate in UTF-8",
        () => Buffer.from(json({}).replace("third", "\xed\xa0\x80"), "latin1"),
        malformed,
      ],
      [
        "has a code point past the last",
        () => Buffer.from(json({}).replace("third", "\xf4\x90\x80\x80"), "latin1"),
        malformed,
      ],
      [
        "ends in the middle of a character",
        () => Buffer.from(`${JSON.stringify(good)}\xe2\x82`, "latin1"),
        malformed,
      ],
      ["is zipped, and does not say so", () => gzipSync(JSON.stringify(good)), malformed],
    ],
    "a save whose field": [
      ["__proto__ is an object", () => begin('"__proto__":{"narrative":"x"},'), malformed],
      ["__proto__ is a text", () => begin('"__proto__":"x",'), malformed],
      ["__proto__ is spelt with escapes", () => begin('"\\u005f_proto__":{"a":1},'), malformed],
      [
        "constructor has a prototype",
        () => begin('"constructor":{"prototype":{"a":1}},'),
        malformed,
      ],
      ["toJSON is there", () => begin('"toJSON":"x",'), malformed],
      ["then is there", () => begin('"then":"x",'), malformed],
      ["has no name", () => begin('"":"",'), malformed],
      ["author says who wrote it", () => json({ author: owner.address }), malformed],
      ["revision says which it is", () => json({ revision: 99 }), malformed],
      ["savedAt says when", () => json({ savedAt: "2020-01-01T00:00:00.000Z" }), malformed],
      [
        "names are in capitals",
        () => JSON.stringify(good).replace("narrative", "Narrative"),
        malformed,
      ],
      ["drifterId is there twice, the other first", () => begin('"drifterId":"2",'), malformed],
      [
        "drifterId is there twice, the other last",
        () => JSON.stringify(good).replace(/}$/, ',"drifterId":"2"}'),
        malformed,
      ],
      [
        "signature is there twice, the same",
        () => begin(`"signature":"${good.signature}",`),
        malformed,
      ],
      [
        "narrative is there twice with blanks before its colon",
        () => begin('"narrative" \t\r\n :"x",'),
        malformed,
      ],
      ["narrative is a thousand fields", () => begin('"narrative":"x",'.repeat(300)), malformed],
      ["narrative is an array", () => json({ narrative: ["A third telling."] }), malformed],
      [
        "narrative is an object that looks like a text",
        () => json({ narrative: { length: 3, toString: "x" } }),
        malformed,
      ],
      ["narrative is a number", () => json({ narrative: 3 }), malformed],
      ["narrative is true", () => json({ narrative: true }), malformed],
      ["signature is an array", () => json({ signature: [good.signature] }), malformed],
      ["signedMessage is null", () => json({ signedMessage: null }), malformed],
      [
        "drifterId is a number too large for one",
        () => json({}).replace('"1"', "1e400"),
        malformed,
      ],
      ["drifterId has a zero before it", () => json({ drifterId: "01" }), malformed],
      ["drifterId has a blank after it", () => json({ drifterId: "1 " }), malformed],
      ["drifterId is in full-width digits", () => json({ drifterId: "１" }), malformed],
      ["drifterId is another drifter's", () => json({ drifterId: "2" }), malformed],
    ],
    "a save whose text": [
      ["is half a pair", () => json({ narrative: "\ud83d" }), badText],
      ["is a pair the wrong way round", () => json({ narrative: "\ude00\ud83d" }), badText],
      ["has a NUL spelt as an escape", () => json({ narrative: "a\u0000b" }), badText],
      ["differs by a blank", () => json({ narrative: "A third telling. " }), "422 hash.mismatch"],
      [
        "differs by its composition",
        () => json({ narrative: "A third te\u0301lling." }),
        "422 hash.mismatch",
      ],
      [
        "differs by an invisible character",
        () => json({ narrative: "A third\u200b telling." }),
        "422 hash.mismatch",
      ],
      [
        "begins with a byte order mark",
        () => json({ narrative: "\ufeffA third telling." }),
        "422 hash.mismatch",
      ],
      [
        "is empty, with the signature of another",
        () => json({ narrative: "" }),
        "422 hash.mismatch",
      ],
    ],
    "a save whose message": [
      [
        "is in another case",
        () => json({ signedMessage: good.signedMessage.toLowerCase() }),
        wrongMessage,
      ],
      [
        "has a line after it",
        () => json({ signedMessage: `${good.signedMessage}\n` }),
        wrongMessage,
      ],
      [
        "has two blanks",
        () => json({ signedMessage: good.signedMessage.replace(" own", "  own") }),
        wrongMessage,
      ],
      [
        "has another kind of blank",
        () => json({ signedMessage: good.signedMessage.replace(" own", "\u00a0own") }),
        wrongMessage,
      ],
      [
        "has a look-alike letter",
        () => json({ signedMessage: good.signedMessage.replace("o", "\u043e") }),
        wrongMessage,
      ],
      [
        "has a hash with 0x",
        () => json({ signedMessage: good.signedMessage.replace("posting ", "posting 0x") }),
        wrongMessage,
      ],
      [
        "has half a hash",
        () => json({ signedMessage: good.signedMessage.slice(0, -32) }),
        wrongMessage,
      ],
      [
        "has its prefix already",
        () => json({ signedMessage: `\x19Ethereum Signed Message:\n98${good.signedMessage}` }),
        wrongMessage,
      ],
      [
        "is 9 kB",
        () => json({ signedMessage: good.signedMessage.padEnd(9_000, "0") }),
        wrongMessage,
      ],
      [
        "is for a drifter with a zero before its number",
        () => json({ signedMessage: good.signedMessage.replace("Drifter 1", "Drifter 01") }),
        wrongMessage,
      ],
    ],
    "a save that is a bomb:": [
      ["10 MB of blanks", () => Buffer.alloc(10_000_000, " "), tooLarge],
      ["10 MB of brackets", () => Buffer.alloc(10_000_000, "["), tooLarge],
      ["9 kB of brackets", () => Buffer.alloc(9_000, "["), malformed],
      ["9 kB of open objects", () => '{"a":'.repeat(1_800), malformed],
      ["9 kB of backslashes", () => `{"narrative":"${"\\".repeat(9_000)}`, malformed],
      ["9 kB of quotes", () => '"'.repeat(9_000), malformed],
      ["a number of 9,000 digits", () => "9".repeat(9_000), malformed],
      ["a signature of 9 kB", () => json({ signature: `0x${"00".repeat(4_500)}` }), odd],
    ],
    "a save whose signature": [
      ["has a line end after it", () => json({ signature: `${good.signature}\n` }), odd],
      ["has 0X before it", () => json({ signature: good.signature.replace("0x", "0X") }), odd],
      ["has full-width digits", () => json({ signature: good.signature.replace(/.$/, "１") }), odd],
      ["is markup", () => json({ signature: "<script>alert(1)</script>" }), odd],
      ["is 0x0x", () => json({ signature: "0x0x" }), odd],
    ],
  };

  for (const [subject, cases] of Object.entries(tables)) {
    describe(subject, () => {
      for (const [what, make, expected] of cases) {
        it(`[S7.9] ${what}: ${expected}`, async () => {
          expect(await post(make())).to.equal(expected);
        });
      }
    });
  }

  describe("a save that says its body", () => {
    const zipped = (zip: (text: string) => Buffer) => () => zip(JSON.stringify(good));
    for (const [what, headers, make, expected] of [
      [
        "is gzip, and is a bomb",
        { "content-encoding": "gzip" },
        () => gzipSync(Buffer.alloc(20_000_000)),
        unsupported,
      ],
      ["is deflate", { "content-encoding": "deflate" }, zipped(deflateSync), unsupported],
      ["is brotli", { "content-encoding": "br" }, zipped(brotliCompressSync), unsupported],
      ["is gzip twice", { "content-encoding": "gzip, gzip" }, zipped(gzipSync), unsupported],
      [
        "is in a coding nobody knows",
        { "content-encoding": "drifter" },
        zipped(Buffer.from),
        unsupported,
      ],
      [
        "has no coding, by name",
        { "content-encoding": "identity" },
        () => json({ narrative: 1 }),
        malformed,
      ],
      [
        "is UTF-7",
        { "content-type": "application/json; charset=utf-7" },
        () => json({}),
        unsupported,
      ],
      [
        "is UTF-16",
        { "content-type": "application/json; charset=utf-16le" },
        () => json({}),
        unsupported,
      ],
      [
        "is in two character sets",
        { "content-type": "application/json; charset=latin1; charset=utf-8" },
        () => json({}),
        unsupported,
      ],
      [
        "is in many parts",
        { "content-type": "multipart/form-data; boundary=a" },
        () => json({}),
        unsupported,
      ],
      ["is XML", { "content-type": "application/xml" }, () => json({}), unsupported],
      [
        "is JSON after a comma",
        { "content-type": "text/plain, application/json" },
        () => json({}),
        unsupported,
      ],
      [
        "is something with a slash too many",
        { "content-type": "application/json/x" },
        () => json({}),
        unsupported,
      ],
      [
        "is 9 kB of type",
        { "content-type": `text/${"a".repeat(9_000)}` },
        () => json({}),
        unsupported,
      ],
    ] satisfies [string, Record<string, string>, () => Body, string][]) {
      it(`[S7.9] ${what}: ${expected}`, async () => {
        expect(await post(make(), headers)).to.equal(expected);
      });
    }
  });

  it("[S7.9] pollutes no prototype, whatever was posted", () => {
    expect(Object.keys(Object.prototype)).to.deep.equal([]);
    expect({}).not.to.have.property("a");
  });

  for (const unit of ["\\n", "\\\\", '\\"']) {
    it(`[S7.12] 16 MB of ${unit} are read where the operator allows as much, and fault nothing`, async () => {
      const narrative = unit.repeat(Math.floor((16 * 2 ** 20) / unit.length));
      const body = begin("").replace("A third telling.", () => narrative);
      const parse = (text: string) => parseJsonBody(Buffer.from(text), saveRequestSchema);
      expect(parse(body).narrative).to.have.length(Math.floor((16 * 2 ** 20) / unit.length));
      expect(() => parse(body.replace("{", '{"narrative":"x",'))).to.throw("more than once");
    });
  }
});

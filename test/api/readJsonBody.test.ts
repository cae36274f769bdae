import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect } from "chai";
import { z } from "zod";
import { ApiError } from "../../api/src/problem.ts";
import { parseJsonBody, readBodyBytes } from "../../api/src/readJsonBody.ts";

describe("readBodyBytes", () => {
  /** Reads at most 10 bytes of a body that arrives in these chunks. */
  const read = async (chunks: readonly string[], declared?: number) => {
    const request = new IncomingMessage(new Socket());
    request.headers = { "content-type": "application/json" };
    if (declared !== undefined) request.headers["content-length"] = String(declared);
    for (const chunk of chunks) request.push(chunk);
    // A longer body does not end.
    if (chunks.join("").length <= 10) request.push(null);
    const result = await readBodyBytes(request, 10).catch((error) => error);
    return { result: Buffer.isBuffer(result) ? result.toString() : result.code, request };
  };

  it("returns all chunks of a body that is as long as allowed", async () => {
    for (const declared of [10, undefined]) {
      expect((await read(["[12345", "789]"], declared)).result).to.equal("[12345789]");
    }
  });

  it("rejects a longer body, and keeps the connection open for the response", async () => {
    const { result, request } = await read(["[123456", "789]"]);
    expect(result).to.equal("body.too_large");
    expect(request.destroyed).to.equal(false);
  });

  it("rejects a longer declared length before the body arrives", async () => {
    const { result, request } = await read([], 11);
    expect(result).to.equal("body.too_large");
    expect(request.readableDidRead).to.equal(false);
  });
});

describe("parseJsonBody", () => {
  const schema = z.strictObject({ text: z.string(), qty: z.number() });
  const parse = (body: string | Buffer) => parseJsonBody(Buffer.from(body as string), schema);
  const fields = "The body does not have exactly the required fields.";

  it("returns the fields, whatever their texts contain", () => {
    for (const text of ["", '"', "\\", '\\"', '","qty":', "\u2028é", ' " : "']) {
      expect(parse(JSON.stringify({ text, qty: 1 }, undefined, 1)), text).to.deep.equal({
        text,
        qty: 1,
      });
    }
    expect(parse('{"text"\t\r\n :"a","qty" :2}')).to.deep.equal({ text: "a", qty: 2 });
  });

  for (const [condition, body, detail] of [
    ["is empty", "", "The request has no body."],
    ["is not UTF-8", Buffer.from([0x22, 0xff, 0x22]), "The body is not valid UTF-8."],
    ["has a byte order mark", '\ufeff{"text":"","qty":1}', "The body is not valid JSON."],
    ["is cut short", '{"text":"secret', "The body is not valid JSON."],
    ["has another field", '{"text":"","qty":1,"a":1}', `${fields} It has unknown fields.`],
    ["has a field of another type", '{"text":1,"qty":1}', `${fields} text must be a string.`],
    ["is no object", "7", `${fields} Look at its form.`],
    [
      "has a field twice",
      '{"text":"","qty":1,"qty" \n:2}',
      "The body contains a field more than once.",
    ],
    [
      "has a field twice, once escaped",
      '{"text":"","qty":1,"\\u0071ty":2}',
      "The body contains a field more than once.",
    ],
  ] as const) {
    it(`refuses a body that ${condition}, and says so without quoting it`, () => {
      expect(() => parse(body as string))
        .to.throw(ApiError)
        .that.includes({ code: "request.malformed", message: detail });
    });
  }
});

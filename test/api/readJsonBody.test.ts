import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect } from "chai";
import { readBodyBytes } from "../../api/src/readJsonBody.ts";

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

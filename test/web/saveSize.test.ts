import { expect } from "chai";
import { narrativeMessage } from "#protocol/narrativeMessage";
import { sizeNearLimit } from "../../web/src/narrative/saveSize.ts";

const limit = 1024 ** 2;

describe("sizeNearLimit", () => {
  const sizeOf = (text: string, limitBytes: number | undefined = limit) =>
    sizeNearLimit({ drifterId: "7", text }, limitBytes);

  it("is undefined while there is room, or the limit is unknown", () => {
    expect(sizeOf("Dust. ".repeat(150_000))).to.equal(undefined);
    expect(sizeNearLimit({ drifterId: "7", text: "x".repeat(2 * limit) }, undefined)).to.equal(
      undefined,
    );
  });

  it("counts the whole request, and allows it up to the limit", () => {
    const text = "é\n\u0001".repeat(100);
    const signature = `0x${"ab".repeat(65)}`;
    const signedMessage = narrativeMessage("7", text);
    const body = JSON.stringify({ drifterId: "7", narrative: text, signedMessage, signature });
    const bytes = new TextEncoder().encode(body).length;
    expect(sizeOf(text, bytes)?.isTooLong).to.equal(false);
    expect(sizeOf(text, bytes - 1)?.isTooLong).to.equal(true);
    expect(sizeOf(text, Math.ceil(bytes / 0.9))).to.equal(undefined);
    expect(sizeOf(text, Math.floor(bytes / 0.9))?.isTooLong).to.equal(false);
  });

  it("counts the request's bytes, and reports when it is too long", () => {
    expect(sizeOf("x".repeat(1_000 * 1024))).to.deep.equal({
      words: "1,001 kB of 1,024 kB",
      isTooLong: false,
    });
    expect(sizeOf("x".repeat(1_149 * 1024 + 100))).to.deep.equal({
      words: "1,150 kB of 1,024 kB",
      isTooLong: true,
    });
    expect(sizeOf("\u0001".repeat(200 * 1024))?.words).to.equal("1,201 kB of 1,024 kB");
    expect(sizeOf("é".repeat(600 * 1024))?.words).to.equal("1,201 kB of 1,024 kB");
    expect(sizeOf("\n".repeat(600 * 1024))?.isTooLong).to.equal(true);
  });
});

import { expect } from "chai";
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

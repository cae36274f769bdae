import { expect } from "chai";
import { isDrifterId } from "#protocol/values/drifterId";

describe("isDrifterId", () => {
  for (const id of ["0", "1", "42", (2n ** 256n - 1n).toString()]) {
    it(`accepts ${id}`, () => expect(isDrifterId(id)).to.equal(true));
  }

  const rejected = ["", "01", "00", "1.0", "-1", "+1", "1e3", "0x1", " 1", "1\n", "７", "..%2F"];
  for (const id of [...rejected, (2n ** 256n).toString(), "9".repeat(200)]) {
    it(`rejects ${JSON.stringify(id.slice(0, 90))}`, () => expect(isDrifterId(id)).to.equal(false));
  }
});

import { expect } from "chai";
import { describeStartFailure } from "../../scripts/world/startFailure.ts";

describe("describeStartFailure", () => {
  const full = `The disk is full: free some space where ${process.cwd()}/.world is, then run npm start again.`;
  const system = (code: string) => Object.assign(new Error(`${code}: write`), { code });

  it("says what to do when the disk, or the user's share of it, is full", () => {
    for (const code of ["ENOSPC", "EDQUOT"]) {
      expect(describeStartFailure(system(code), ".world")).to.equal(full);
      const wrapped = new Error("The story was not saved.", { cause: system(code) });
      expect(describeStartFailure(wrapped, ".world")).to.equal(full);
    }
  });

  it("is the error's message otherwise", () => {
    expect(describeStartFailure(system("EIO"), ".")).to.equal("EIO: write");
    expect(describeStartFailure("no reason", "./missing")).to.equal("no reason");
  });
});

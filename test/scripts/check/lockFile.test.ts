import { expect } from "chai";
import { lockFileProblems } from "../../../scripts/check/lockFile.ts";

const integrity = "sha512-AA==";

function lockWith(given: {
  license?: unknown;
  integrity?: string;
  optional?: boolean;
  engines?: { node: string };
}) {
  const tool = { version: "2.1.0", ...given };
  return { packages: { "": { version: "0.1.0" }, "node_modules/@scope/tool": tool } };
}

describe("package-lock.json check", () => {
  for (const license of ["MIT", "WTFPL OR MIT", "(Apache-2.0 AND MIT)"]) {
    it(`accepts a package under ${license}`, () => {
      expect(lockFileProblems(lockWith({ license, integrity }))).to.deep.equal([]);
    });
  }
  for (const license of [
    "BUSL-1.1",
    "MIT AND BUSL-1.1",
    "SEE LICENSE IN LICENSE.md",
    "",
    undefined,
  ]) {
    it(`reports a package with the license "${license}"`, () => {
      const [problem] = lockFileProblems(lockWith({ license, integrity }));
      expect(problem).to.match(/^@scope\/tool@2\.1\.0 has /);
    });
  }
  it("reports each optional package that npm omits under Node 20", () => {
    const of = (node: string, optional: boolean) =>
      lockFileProblems(lockWith({ license: "MIT", integrity, optional, engines: { node } }));
    expect(of(">= 22", true)).to.deep.equal([
      'node_modules/@scope/tool is optional and requires Node >= 22, so npm omits it under Node 20: delete its "engines" from package-lock.json, as npm\'s scripts run on a newer Node.',
    ]);
    expect([of(">= 22", false), of(">=20.9.0", true), of("^18 || >=22", true)]).to.deep.equal([
      [],
      [],
      [],
    ]);
  });
  it("reports each package without a hash", () => {
    expect(lockFileProblems(lockWith({ license: "MIT" }))).to.deep.equal([
      "node_modules/@scope/tool has no integrity hash. Move node_modules and the lock file away, then run npm install --package-lock-only.",
    ]);
  });
});

import { expect } from "chai";
import { unlistedLicences, unpinnedPackages } from "../../../scripts/check/lockFiles.ts";

function lockWith(license: unknown) {
  const tool = { version: "2.1.0", license };
  return { packages: { "": { version: "0.1.0" }, "node_modules/@scope/tool": tool } };
}

describe("the check of licences", () => {
  for (const licence of ["MIT", "WTFPL OR MIT", "(Apache-2.0 AND MIT)"]) {
    it(`accepts a package under ${licence}`, () => {
      expect(unlistedLicences(lockWith(licence))).to.deep.equal([]);
    });
  }
  for (const licence of [
    "BUSL-1.1",
    "MIT AND BUSL-1.1",
    "SEE LICENSE IN LICENSE.md",
    "",
    undefined,
  ]) {
    it(`names a package with the licence "${licence}"`, () => {
      expect(unlistedLicences(lockWith(licence))[0]).to.match(/^@scope\/tool@2\.1\.0 has /);
    });
  }
});

describe("the check of pinned contents", () => {
  it("names each package without a hash", () => {
    const packages = {
      "": { version: "0.1.0" },
      "node_modules/pinned": { version: "1.0.0", integrity: "sha512-AA==" },
      "node_modules/pinned/node_modules/open": { version: "1.0.0" },
    };
    expect(unpinnedPackages({ packages })).to.deep.equal([
      "node_modules/pinned/node_modules/open has no integrity. Move node_modules and the lock file away, then run npm install --package-lock-only.",
    ]);
  });
});

import { expect } from "chai";
import { unlistedLicences } from "../../scripts/check/licences.ts";

function lockWith(license?: unknown, path = "node_modules/@scope/tool") {
  return { packages: { "": { version: "0.1.0" }, [path]: { version: "2.1.0", license } } };
}

describe("the check of licences", () => {
  for (const licence of ["MIT", "WTFPL OR MIT", "(Apache-2.0 AND MIT)", "LGPL-3.0-or-later"]) {
    it(`accepts a package under ${licence}`, () => {
      expect(unlistedLicences(lockWith(licence))).to.deep.equal([]);
    });
  }

  const refused: Record<string, [unknown, string]> = {
    "a licence that is not listed": ["BUSL-1.1", "the licence BUSL-1.1"],
    "two licences of which one is not listed": ["MIT AND BUSL-1.1", "the licence MIT AND BUSL-1.1"],
    "a licence in a file": ["SEE LICENSE IN LICENSE.md", "the licence SEE LICENSE IN LICENSE.md"],
    "an empty licence": ["", "the licence "],
    "no licence": [undefined, "no licence in package-lock.json"],
  };
  for (const [what, [licence, stated]] of Object.entries(refused)) {
    it(`names a package with ${what}`, () => {
      const path = "node_modules/other/node_modules/@scope/tool";
      expect(unlistedLicences(lockWith(licence, path))).to.deep.equal([
        `@scope/tool@2.1.0 has ${stated}. Use another package, or add an open-source licence to scripts/check/licences.ts.`,
      ]);
    });
  }

  it("accepts a package whose licence is known from its files", () => {
    expect(unlistedLicences(lockWith(undefined, "node_modules/memorystream"))).to.deep.equal([]);
  });
});

import { expect } from "chai";
import { unlistedLicences, unpinnedPackages } from "../../scripts/check/lockFiles.ts";

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
        `@scope/tool@2.1.0 has ${stated}. Use another package, or add an open-source licence to scripts/check/lockFiles.ts.`,
      ]);
    });
  }

  it("accepts a package whose licence is known from its files", () => {
    expect(unlistedLicences(lockWith(undefined, "node_modules/memorystream"))).to.deep.equal([]);
  });
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

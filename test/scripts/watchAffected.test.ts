import { expect } from "chai";
import { affectedTests } from "../../scripts/watch/affectedTests.ts";
import { ImportGraph, importsOf } from "../../scripts/watch/importGraph.ts";

const sources = {
  "contracts/Phases.sol": "abstract contract Phases {}",
  "contracts/Collection.sol":
    'import {Phases} from "./Phases.sol";\ncontract Collection is Phases {}',
  "contracts/mocks/Coin.sol": "contract Coin {}",
  "test/contracts/properties/Sale.t.sol":
    'import {Collection} from "../../../contracts/Collection.sol";\ncontract SaleTest {}',
  "test/support/collection.ts": 'ethers.deployContract("Collection")',
  "test/contracts/sale.test.ts": 'import { openSale } from "../support/collection.ts";',
  "test/contracts/money.test.ts": 'import type { Coin } from "#chain/mocks/Coin";',
  "test/api/mint.test.ts":
    'import { openSale } from "../support/collection.ts";\nimport "#protocol/ether";',
  "test/web/pages/mint.test.ts": 'import { ether } from "#protocol/ether";',
  "api/protocol/ether.ts": "",
};

function affected(changed: string, more: Record<string, string> = {}) {
  return affectedTests(new ImportGraph(new Map(Object.entries({ ...sources, ...more }))), [
    changed,
  ]);
}

describe("npm run watch, after a change", () => {
  it("of a contract runs the Solidity tests and contract tests that reach it", () => {
    expect(affected("contracts/Phases.sol")).to.deep.equal({
      tests: ["test/contracts/properties/Sale.t.sol", "test/contracts/sale.test.ts"],
      left: 0,
    });
  });

  it("of a mock runs the tests that use its generated type", () => {
    expect(affected("contracts/mocks/Coin.sol").tests).to.deep.equal([
      "test/contracts/money.test.ts",
    ]);
  });

  it("of a test runs only that test, even one of pages", () => {
    const page = "test/web/pages/mint.test.ts";
    expect(affected(page)).to.deep.equal({ tests: [page], left: 0 });
  });

  it("of another source runs the 20 nearest files of tests, and none of pages", () => {
    const other = Array.from({ length: 25 }, (_, index) => [
      `test/web/${index}.test.ts`,
      'import "../../api/far.ts";',
    ]);
    const more = { ...Object.fromEntries(other), "api/far.ts": 'import "#protocol/ether";' };
    const { tests, left } = affected("api/protocol/ether.ts", more);
    expect(tests).to.have.length(20);
    expect(tests[0]).to.equal("test/api/mint.test.ts");
    expect(left).to.equal(6);
  });
});

describe("importsOf", () => {
  it("resolves relative paths and the project's aliases, and leaves packages out", () => {
    const source = `import { expect } from "chai";
      import type { Wei } from "#protocol/ether";
      export { a } from "./a.ts";
      const b = await import("../b.ts");
      new Worker(new URL("./thread.ts", import.meta.url));`;
    expect(importsOf("api/src/c.ts", source)).to.deep.equal([
      "api/protocol/ether.ts",
      "api/src/a.ts",
      "api/b.ts",
      "api/src/thread.ts",
    ]);
  });
});

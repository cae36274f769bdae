import { expect } from "chai";
import { firstTests } from "../../../scripts/test/watch/firstTests.ts";

const sale = `contract Sale is Base {
    uint256 private constant LIMIT = 20;

    /// @notice Reverts with TooFew.
    function buy(uint256 qty) external payable {
        _requireQuantity(qty);
        _pay(qty);
    }

    function give(uint256 qty) external onlyOwner {
        _requireQuantity(qty);
    }

    function _requireQuantity(uint256 qty) private pure {
        if (qty == 0) revert TooFew();
        if (qty > LIMIT) revert TooMany();
    }

    function _pay(uint256 qty) private {
        if (msg.value < qty) revert TooCheap();
    }
}
`;
const base =
  "contract Base {\n    function pause() external {\n        isPaused = true;\n    }\n}\n";
const contracts = new Map([
  ["contracts/Sale.sol", sale],
  ["contracts/Base.sol", base],
]);
const tests = new Map([
  ["test/contracts/bought.test.ts", "await sale.buy(1);"],
  ["test/contracts/cheap.test.ts", 'await expectRevert(sale.buy(1), "TooCheap");'],
  ["test/contracts/few.test.ts", 'await expectRevert(sale.buy(0), "TooFew");'],
  ["test/contracts/giveaway.test.ts", "await sale.give(1);"],
  ["test/contracts/many.test.ts", 'await expectRevert(sale.buy(21), "TooMany");'],
  ["test/contracts/pause.test.ts", "await sale.pause();"],
  ["test/contracts/base.test.ts", "await everything();"],
]);

/** Returns the names of the first tests after a replacement in a contract. */
function testsAfter(file: string, from: string, to: string, seconds: Record<string, number> = {}) {
  const text = contracts.get(file) ?? "";
  expect(text, "the contract").to.contain(from);
  const changed = new Map([...contracts, [file, text.replace(from, to)]]);
  const files = firstTests(contracts, changed, tests, seconds);
  return files.map((path) => path.replace(/^.*\/(\w+)\.test\.ts$/, "$1"));
}

describe("firstTests", () => {
  it("starts with tests of the errors on the changed lines, then of the function's other errors", () => {
    const names = testsAfter("contracts/Sale.sol", "if (qty > LIMIT) revert TooMany();", "");
    expect(names.slice(0, 1)).to.deep.equal(["many"]);
    expect(names).to.include("few").and.not.to.include("pause");
    expect(names.indexOf("few")).to.be.below(names.indexOf("bought"));
  });

  it("includes tests of external functions that reach the changed function, shorter ones first", () => {
    const slow = { "test/contracts/cheap.test.ts": 3, "test/contracts/bought.test.ts": 1 };
    const change = ["contracts/Sale.sol", "msg.value < qty", "msg.value <= qty"] as const;
    expect(testsAfter(...change, slow)).to.deep.equal(["cheap", "few", "many", "bought"]);
  });

  it("finds the functions that use a changed constant", () => {
    const names = testsAfter("contracts/Sale.sol", "LIMIT = 20", "LIMIT = 21");
    expect(names).to.include("giveaway").and.not.to.include("pause");
  });

  it("finds tests named like the changed file, then those named like the changed function", () => {
    const change = ["contracts/Base.sol", "isPaused = true", "isPaused = false"] as const;
    expect(testsAfter(...change)).to.deep.equal(["base", "pause"]);
  });

  it("returns no test after a change of comments, or none", () => {
    expect(testsAfter("contracts/Sale.sol", "Reverts with TooFew", "Fails with TooFew")).to.be
      .empty;
    expect(testsAfter("contracts/Sale.sol", "LIMIT", "LIMIT")).to.be.empty;
  });
});

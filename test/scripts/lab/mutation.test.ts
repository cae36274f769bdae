import { expect } from "chai";
import { markBranches } from "../../../scripts/lab/mutation/branches.ts";
import { parseContracts, readContracts } from "../../../scripts/lab/mutation/solidity.ts";
import survivors from "../../../scripts/lab/mutation/survivors.json" with { type: "json" };

const file = "contracts/Small.sol";

describe("npm run mutate", () => {
  it("explains only survivors on existing contract lines", () => {
    const sources = readContracts();
    for (const { file: path, line } of survivors) expect(sources.get(path)).to.include(line);
  });
});

describe("branch marks", () => {
  it("preserves line numbers, and marks both outcomes of each condition", () => {
    const source = contractWith("count = (a > 1 || isOpen) ? 1 : 2;\nif (isOpen) { count = 3; }");
    const ast = parse(source).get(file);
    if (!ast) throw new Error("The compiler left the file out.");
    const marked = markBranches(source, ast, "mark");
    expect(marked.source).to.contain("count = mark0((mark1(a > 1) || mark2(isOpen))) ? 1 : 2;");
    expect(marked.source.split("\n")).to.have.length.greaterThan(source.split("\n").length);
    const lines = marked.source.split("\n");
    for (const { mark, taken, condition } of marked.branches) {
      expect(lines[mark - 1]).to.contain(`return ${taken};`);
      expect(["a > 1", "isOpen", "(a > 1 || isOpen)"]).to.include(condition);
    }
    parse(marked.source);
  });
});

function parse(source: string) {
  return parseContracts(new Map([[file, source]]));
}

function contractWith(statements: string): string {
  return [
    "// SPDX-License-Identifier: MIT",
    "pragma solidity 0.8.37;",
    "contract Small {",
    "uint256 count; bool isOpen;",
    "modifier guarded() { _; }",
    "function check(uint256, uint256) private guarded {}",
    `function act(uint256 a) external { ${statements} }`,
    "}",
    "",
  ].join("\n");
}

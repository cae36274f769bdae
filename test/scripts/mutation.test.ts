import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { markBranches } from "../../scripts/lab/mutation/branches.ts";
import { parseContracts } from "../../scripts/lab/mutation/compiler.ts";
import { readEarlierRun } from "../../scripts/lab/mutation/earlierRun.ts";
import { drawSample } from "../../scripts/lab/mutation/mutants/drawSample.ts";
import { findMutants } from "../../scripts/lab/mutation/mutants/findMutants.ts";
import {
  applyMutant,
  describeMutant,
  type Mutant,
} from "../../scripts/lab/mutation/mutants/mutant.ts";
import { projectRoot } from "../../scripts/lab/mutation/projectRoot.ts";
import { temporaryFolder } from "../api/apiFixture.ts";

const file = "contracts/Small.sol";

describe("the mutator", () => {
  it("mutates operators, conditions and constants, and removes statements", () => {
    const changes = mutantsOf("if (a < 10 && !isOpen) revert(); count += a;").map(describeMutant);
    expect(changes).to.have.members([
      "a < 10 && !isOpen → true",
      "a < 10 && !isOpen → false",
      "a < 10 → true",
      "a < 10 → false",
      "< → <=",
      "< → >=",
      "10 → 9",
      "10 → 11",
      "&& → ||",
      "!isOpen → true",
      "!isOpen → false",
      "!isOpen → isOpen",
      "revert(); → {}",
      "+= → -=",
      "+= → =",
      "count += a; → {}",
    ]);
  });

  it("swaps adjacent statements whose order matters, and removes payments", () => {
    const changes = mutantsOf(
      "check(a, count); if (isOpen) check(count, a); payable(msg.sender).call{value: a}('');",
    ).map(describeMutant);
    expect(changes).to.include.members([
      "a, count → count, a",
      "check(a, count); if (isOpen) check(count, a); → if (isOpen) check(count, a); check(a, count);",
      "isOpen → !isOpen",
      "payable(msg.sender).call{value: a} → payable(msg.sender).call",
    ]);
  });

  it("removes modifiers", () => {
    const source = contractWith("");
    const changes = findMutants(new Map([[file, source]]), parse(source)).map(describeMutant);
    expect(changes).to.deep.equal(["guarded → nothing"]);
  });

  it("mutates assembly", () => {
    const changes = mutantsOf(
      "assembly { if lt(a, 0x0f) { a := shl(8, a) sstore(0, not(a)) } }",
    ).map(describeMutant);
    expect(changes).to.have.members([
      "lt(a, 0x0f) → 1",
      "lt(a, 0x0f) → 0",
      "lt(a, 0x0f) → iszero(lt(a, 0x0f))",
      "lt(a, 0x0f) → gt(a, 0x0f)",
      "lt(a, 0x0f) → iszero(gt(a, 0x0f))",
      "0x0f → 0x0e",
      "0x0f → 0x10",
      "a := shl(8, a) → {}",
      "shl(8, a) → shr(8, a)",
      "8 → 7",
      "8 → 9",
      "sstore(0, not(a)) → {}",
      "0 → 1",
      "not(a) → a",
    ]);
  });

  it("keeps sources valid that contain non-ASCII characters", () => {
    const source = contractWith("/* “—” */ if (a <= 2_000) count = 1 ether; /* 砂 */ --count;");
    const mutants = findMutants(new Map([[file, source]]), parse(source));
    expect(mutants.map(({ original }) => original)).to.include.members(["<=", "2_000", "1 ether"]);
    for (const mutant of mutants) parse(applyMutant(source, mutant));
  });
});

describe("a sample of mutants", () => {
  const numbers = Array.from({ length: 1_000 }, (_, index) => index);

  it("is the same for the same seed, in source order, without repetition", () => {
    const sample = drawSample(numbers, 80, "seed");
    expect(drawSample(numbers, 80, "seed")).to.deep.equal(sample);
    expect(drawSample(numbers, 80, "other")).not.to.deep.equal(sample);
    expect(sample).to.deep.equal([...new Set(sample)].sort((a, b) => a - b));
    expect(sample).to.have.length(80);
  });

  it("is spread over all of them", () => {
    const quarters = new Set(drawSample(numbers, 80, "seed").map((each) => Math.floor(each / 250)));
    expect([...quarters]).to.deep.equal([0, 1, 2, 3]);
  });

  it("has all of them when there are too few, and refuses an invalid size", () => {
    expect(drawSample([1, 2], 80, "seed")).to.deep.equal([1, 2]);
    for (const size of [0, -1, 1.5, Number.NaN]) {
      expect(() => drawSample(numbers, size, "seed")).to.throw(
        "--sample must be a positive integer",
      );
    }
  });
});

describe("the marks of branches", () => {
  it("keep every line number, and record both outcomes of each condition", () => {
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

  it("count branches in assembly separately", () => {
    const source = contractWith("assembly { if a { a := 1 } switch a case 0 {} default {} }");
    const ast = parse(source).get(file);
    expect(ast && markBranches(source, ast, "mark")).to.include({ unmarked: 4 });
  });
});

/** Returns the mutants of statements in a function, without those of the surrounding contract. */
function mutantsOf(statements: string): Mutant[] {
  const source = contractWith(statements);
  const start = source.indexOf(statements);
  return findMutants(new Map([[file, source]]), parse(source)).filter(
    (mutant) => mutant.start >= start,
  );
}

function parse(source: string) {
  return parseContracts(projectRoot, new Map([[file, source]]));
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

describe("an earlier mutation run", () => {
  const mutants = mutantsOf("count += a;");
  const outcomes = mutants.map((mutant, index) => ({ number: index + 1, mutant, fate: "killed" }));

  it("is reused while the mutants are the same", async () => {
    const file = await fileWith(outcomes);
    expect(await readEarlierRun(file, mutants)).to.deep.equal(outcomes);
  });

  it("is refused when the contracts have changed or it was incomplete", async () => {
    const file = await fileWith(outcomes);
    const part = await fileWith(outcomes.slice(1));
    for (const [run, today] of [
      [file, mutantsOf("count -= a;")],
      [part, mutants],
    ] as const) {
      const error = await readEarlierRun(run, today).catch((error: Error) => error);
      expect(error).to.be.instanceOf(Error);
      expect((error as Error).message).to.contain("Run npm run mutate without --again.");
    }
  });
});

async function fileWith(content: object): Promise<string> {
  const file = join(await temporaryFolder(), "run.json");
  await writeFile(file, JSON.stringify(content));
  return file;
}

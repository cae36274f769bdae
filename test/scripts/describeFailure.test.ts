import type { TestResult } from "@nomicfoundation/edr";
import { expect } from "chai";
import { describeFailure } from "../../scripts/test/describeFailure.ts";
import { describeProperty } from "../../scripts/test/describeProperty.ts";

const failure = (actual: unknown, expected: unknown) =>
  describeFailure(Object.assign(new Error("They differ."), { actual, expected, showDiff: true }));

describe("the report of a failed assertion", () => {
  it("contains the message and the difference", () => {
    const report = failure({ a: 1 }, { a: 2 });
    expect(report).to.match(/^Error: They differ\.\n/);
    expect(report)
      .to.match(/- +"a": 1/)
      .and.match(/\+ +"a": 2/);
  });

  it("contains the HTML of elements instead of their properties", () => {
    const report = failure({ outerHTML: "<b>one</b>" }, { outerHTML: "<b>two</b>" });
    expect(report).to.contain("-<b>one</b>").and.contain("+<b>two</b>");
  });

  it("is made even of a value that cannot be read", () => {
    const unreadable = {
      get a() {
        throw new Error("No.");
      },
    };
    expect(failure(unreadable, 1)).to.contain("They differ.").and.contain("[Getter]");
  });
});

describe("the report of a failed property", () => {
  // Safety: the parts of a result that are read here.
  const report = (reason: string) =>
    describeProperty({ reason, stackTrace: () => undefined } as unknown as TestResult);

  it("has the values that an assertion compared, each on its line", () => {
    expect(report("assertion failed: 0x12 != 0x")).to.equal("actual   0x12\nexpected 0x");
  });

  it("has any other reason as it is", () => {
    expect(report("panic: assertion failed (0x01)")).to.equal("panic: assertion failed (0x01)");
  });
});

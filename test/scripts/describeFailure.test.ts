import { expect } from "chai";
import { describeFailure } from "../../scripts/test/describeFailure.ts";

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

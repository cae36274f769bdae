import { expect } from "chai";
import { findStaleParams } from "../../../scripts/check/paramTags.ts";

const found = (source: string) => findStaleParams("a.ts", source);

describe("findStaleParams", () => {
  it("reports a tag for a nonexistent parameter, with its line", () => {
    const source =
      "\n/**\n * Adds.\n * @param left\n * @param right\n */\nfunction add(left: number) {}";
    expect(found(source)).to.deep.equal([
      "a.ts:2: @param right matches no parameter. Rename it or delete it.",
    ]);
  });

  it("accepts destructured parameters, and parameters after a callback", () => {
    expect(found("/** @param url */\nconst open = async ({ url }: Options) => url;")).to.be.empty;
    expect(found("/** @param props.children */\nfunction Box({ children }) {}")).to.be.empty;
    expect(found("/** @param last */\nrun(work: (a: string) => void, last: number): void;")).to.be
      .empty;
  });

  it("rejects a name that occurs only in the function's body", () => {
    expect(found("/** @param inner */\nfunction run() { const inner = f(1); }")).to.have.length(1);
  });
});

import { expect } from "chai";
import { type ApiErrorCode, apiErrorStatus } from "#protocol/errors";
import { Refusal, refusalFrom } from "../../web/src/narrative/refusal.ts";
import { describeSaveFailure } from "../../web/src/narrative/saveFailure.ts";

// Safety: the table has exactly the codes as its keys.
const codes = Object.keys(apiErrorStatus) as ApiErrorCode[];

describe("describeSaveFailure", () => {
  for (const code of codes) {
    it(`has words for ${code}: what happened, and what to do`, async () => {
      const refusal = await refusalFrom(problem({ code }, apiErrorStatus[code]));
      expect(refusal).to.be.instanceOf(Refusal).and.include({ code });
      expect(describeSaveFailure(refusal)).to.match(/^[A-Z].{20,}\.$/s);
    });
  }

  it("tells a service that cannot be reached from one whose answer makes no sense", async () => {
    const unreachable = describeSaveFailure(new TypeError("Failed to fetch"));
    const odd = describeSaveFailure(await refusalFrom(new Response("<html>", { status: 502 })));
    expect(unreachable).to.contain("could not be reached");
    expect(odd).not.to.equal(unreachable);
    expect(describeSaveFailure(new SyntaxError("Unexpected token"))).to.equal(odd);
  });
});

describe("refusalFrom", () => {
  for (const body of [
    null,
    7,
    "no",
    [],
    {},
    { code: 7 },
    { code: "made.up" },
    { code: "toString" },
  ]) {
    it(`finds no code in ${JSON.stringify(body)}`, async () => {
      const refusal = await refusalFrom(problem(body, 500));
      expect(refusal).to.include({ status: 500, code: undefined });
    });
  }
});

function problem(body: unknown, status: number): Response {
  return new Response(JSON.stringify(body), { status });
}

import { expect } from "chai";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/wire/attempts";
import { apiErrorCodes, apiErrorMessage, apiErrors } from "#protocol/wire/errors";
import { describeSaveFailure } from "../../../web/src/narrative/saveNarrative.ts";
import { readProblem, ServiceError } from "../../../web/src/service/readJson.ts";
import "../../support/web/pageSettings.ts";

describe("describeSaveFailure", () => {
  it("returns a message for each of the service's error codes", async () => {
    for (const code of apiErrorCodes) {
      const failure = await readProblem(problem({ code }, apiErrors[code].status));
      expect(failure).to.be.instanceOf(ServiceError).and.include({ code });
      expect(describeSaveFailure(failure)).to.equal(apiErrorMessage(code, attempts.save));
    }
  });

  it("reports a too large story when a proxy rejects the request with its own 413", async () => {
    const page = new Response("<html>413 Request Entity Too Large</html>", { status: 413 });
    expect(describeSaveFailure(await readProblem(page))).to.equal(
      "The story is larger than this service accepts: your story was not saved. Shorten it, then sign again.",
    );
  });

  it("distinguishes a missing response from an unreadable one", async () => {
    const unreadable = unexpectedResponseMessage(attempts.save);
    const invalid = await readProblem(new Response("<html>", { status: 502 }));
    expect(describeSaveFailure(invalid)).to.equal(unreadable);
    expect(describeSaveFailure(new SyntaxError("Unexpected token"))).to.equal(unreadable);
    expect(describeSaveFailure(new TypeError("Failed to fetch"))).to.equal(
      unreachableMessage(attempts.save),
    );
  });
});

describe("readProblem", () => {
  for (const body of [null, 7, "no", [], {}, { code: 7 }]) {
    it(`finds no code in ${JSON.stringify(body)}`, async () => {
      const failure = await readProblem(problem(body, 500));
      expect(failure).to.include({ status: 500, code: undefined });
    });
  }
});

function problem(body: unknown, status: number): Response {
  return new Response(JSON.stringify(body), { status });
}

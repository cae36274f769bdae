import { STATUS_CODES } from "node:http";
import { expect } from "chai";
import { attempts, unexpectedWords, unreachableWords } from "#protocol/attempts";
import {
  apiErrorCodes,
  apiErrorDetail,
  apiErrors,
  apiErrorWords,
  apiProblem,
} from "#protocol/errors";

/** One or two sentences: a capital first, a full stop last, and nothing else that ends one in between. */
const twoSentences = /^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/;

describe("the words of the API's errors", () => {
  for (const code of apiErrorCodes) {
    it(`say what happened, what did not, and what to do about ${code}`, () => {
      for (const attempt of [attempts.save, attempts.mint]) {
        const words = apiErrorWords(code, attempt);
        expect(words).to.match(twoSentences);
        if (code !== "revision.mismatch") expect(words).to.contain(`: ${attempt.outcome}. `);
      }
      expect(apiErrorDetail(code)).to.match(twoSentences);
    });
  }

  it("name the attempt: a save, or a mint", () => {
    expect(apiErrorWords("internal", attempts.save)).to.equal(
      "Server error: your story was not saved. Wait a moment, then press Save again.",
    );
    expect(apiErrorWords("internal", attempts.mint)).to.equal(
      "Server error: nothing was charged. Wait a moment, then press Mint again.",
    );
    expect(apiErrorDetail("internal")).to.equal(
      "Server error: nothing was changed. Wait a moment, then send the request again.",
    );
  });

  it("claim nothing about an answer that is missing, or that this page does not know", () => {
    const unexpected =
      "Unexpected server response; your story may not be saved. Wait a moment, then press Save again.";
    expect(unexpectedWords(attempts.save)).to.equal(unexpected);
    for (const code of [undefined, "made.up", "toString"]) {
      expect(apiErrorWords(code, attempts.save)).to.equal(unexpected);
    }
    expect(unreachableWords(attempts.save)).to.equal(
      "Can't reach the service; your story may not be saved. Check your connection, then press Save again.",
    );
  });

  it("fill problem details, whose sentence may be about the case", () => {
    expect(apiProblem("internal", "The case.")).to.deep.equal({
      type: "urn:fringe-drifters:problem:internal",
      title: "Server error",
      status: 500,
      detail: "The case.",
      code: "internal",
    });
    expect(apiProblem("narrative.not_found").detail).to.equal("This drifter has no story.");
  });

  it("have statuses of HTTP for refusals", () => {
    for (const code of apiErrorCodes) {
      const { status } = apiErrors[code];
      expect(STATUS_CODES[status], code).to.be.a("string");
      expect(status, code).to.be.within(400, 599);
    }
  });

  it("promise that the same request may succeed later where the fault is the service's", () => {
    for (const code of apiErrorCodes) {
      const { status, retry } = apiErrors[code];
      if (status >= 500 || status === 429) expect(retry, code).to.equal("later");
    }
  });
});

import { expect } from "chai";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/wire/attempts";
import { apiErrorCodes, apiErrorDetail, apiErrorMessage } from "#protocol/wire/errors";

/** Matches one or two sentences that start with a capital letter and end with a period. */
const twoSentences = /^[A-Z][^.]+\.( [A-Z][^.]+\.)?$/;

describe("API error message", () => {
  for (const code of apiErrorCodes) {
    it(`states what happened, what did not, and what to do for ${code}`, () => {
      for (const attempt of [attempts.save, attempts.mint]) {
        const message = apiErrorMessage(code, attempt);
        expect(message).to.match(twoSentences);
        if (code === "revision.mismatch") continue;
        // A failed or interrupted write may have taken effect.
        const isUnsure = code === "store.unavailable" || code === "internal";
        expect(message).to.contain(`: ${isUnsure ? attempt.unsure : attempt.outcome}. `);
      }
      expect(apiErrorDetail(code)).to.match(twoSentences);
    });
  }

  it("refers to the attempted save or mint", () => {
    expect(apiErrorMessage("internal", attempts.save)).to.equal(
      "Server error: your story may or may not have been saved. Wait a moment, then press Save again.",
    );
    expect(apiErrorMessage("internal", attempts.mint)).to.equal(
      "Server error: nothing was charged. Wait a moment, then press Mint again.",
    );
    expect(apiErrorDetail("internal")).to.equal(
      "Server error: the request may not have been processed. Wait a moment, then send the request again.",
    );
    expect(apiErrorDetail("mint.phase_closed")).to.match(/: no authorization was issued\. /);
  });

  it("claims no outcome for a missing or unknown response", () => {
    const unexpected =
      "Unexpected server response; your story may or may not have been saved. Wait a moment, then press Save again.";
    expect(unexpectedResponseMessage(attempts.save)).to.equal(unexpected);
    for (const code of [undefined, "made.up", "toString"]) {
      expect(apiErrorMessage(code, attempts.save)).to.equal(unexpected);
    }
    expect(unreachableMessage(attempts.save)).to.equal(
      "Can't reach the service; your story may or may not have been saved. Check your connection, then press Save again.",
    );
  });
});

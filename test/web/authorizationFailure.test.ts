import { expect } from "chai";
import { attempts, unexpectedResponseMessage, unreachableMessage } from "#protocol/attempts";
import { type ApiErrorCode, apiErrorCodes, apiErrorMessage, apiErrors } from "#protocol/errors";
import { describeAuthorizationFailure } from "../../web/src/mint/purchase/PurchaseTracker.ts";
import { Refusal } from "../../web/src/narrative/refusal.ts";

const describeCode = (code: ApiErrorCode) =>
  describeAuthorizationFailure(new Refusal(apiErrors[code].status, code));

describe("the message for a failed mint authorisation", () => {
  it("is the one of the error code", () => {
    for (const code of apiErrorCodes) {
      if (code === "mint.not_offered" || code === "route.not_found") continue;
      const { words, isNotOffered } = describeCode(code);
      expect({ words, isNotOffered }).to.deep.equal({
        words: apiErrorMessage(code, attempts.mint),
        isNotOffered: false,
      });
    }
  });

  it("suggests pasting an authorisation when the service offers none, also with an older service", () => {
    for (const code of ["mint.not_offered", "route.not_found"] as const) {
      const { words, isNotOffered } = describeCode(code);
      expect({ isNotOffered }).to.deep.equal({ isNotOffered: true });
      expect(words).to.include("paste it below");
    }
  });

  it("distinguishes a missing response from an unreadable one", () => {
    const { words: silent } = describeAuthorizationFailure(new TypeError("Failed to fetch"));
    expect(silent).to.equal(unreachableMessage(attempts.mint));
    const { words: odd } = describeAuthorizationFailure(new Error("?"));
    expect(odd).to.equal(unexpectedResponseMessage(attempts.mint));
  });
});

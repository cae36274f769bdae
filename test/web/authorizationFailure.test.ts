import { expect } from "chai";
import { attempts, unexpectedWords, unreachableWords } from "#protocol/attempts";
import { type ApiErrorCode, apiErrorCodes, apiErrors, apiErrorWords } from "#protocol/errors";
import { PendingAuthorizationError } from "../../web/src/mint/authorizationApi.ts";
import { describeAuthorizationFailure } from "../../web/src/mint/authorizationFailure.ts";
import { Refusal } from "../../web/src/narrative/refusal.ts";

const describeCode = (code: ApiErrorCode) =>
  describeAuthorizationFailure(new Refusal(apiErrors[code].status, code));

describe("why there is no authorisation to mint", () => {
  it("is told in the words of its code", () => {
    for (const code of apiErrorCodes) {
      if (code === "mint.not_offered" || code === "route.not_found") continue;
      const { words, isNotOffered } = describeCode(code);
      expect({ words, isNotOffered }).to.deep.equal({
        words: apiErrorWords(code, attempts.mint),
        isNotOffered: false,
      });
    }
  });

  it("asks for one to be pasted where the site gives none, older services included", () => {
    for (const code of ["mint.not_offered", "route.not_found"] as const) {
      const { words, isNotOffered } = describeCode(code);
      expect({ isNotOffered }).to.deep.equal({ isNotOffered: true });
      expect(words).to.include("paste it below");
    }
  });

  it("hands on the one that has to be used first", () => {
    const pending = {
      chainId: 1,
      contract: "0x14dC79964da2C08b23698B3D3cc7Ca32193d9955",
      minter: "0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f",
      phase: "Ember",
      transactionID: "1",
      qty: "3",
      hash: "0x",
      signature: "0x",
    } as const;
    const failure = describeAuthorizationFailure(new PendingAuthorizationError(pending, {}));
    expect(failure.pending).to.equal(pending);
    expect(failure.words).to.equal(
      "This wallet has an unused authorisation for 3: nothing was charged. Mint those 3 first.",
    );
  });

  it("is told when no answer arrives, and when this page cannot read it", () => {
    const { words: silent } = describeAuthorizationFailure(new TypeError("Failed to fetch"));
    expect(silent).to.equal(unreachableWords(attempts.mint));
    const { words: odd } = describeAuthorizationFailure(new Error("?"));
    expect(odd).to.equal(unexpectedWords(attempts.mint));
  });
});

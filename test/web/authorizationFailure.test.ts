import { expect } from "chai";
import { type ApiErrorCode, apiErrorStatus } from "#protocol/errors";
import { describeAuthorizationFailure } from "../../web/src/mint/authorizationFailure.ts";
import { Refusal } from "../../web/src/narrative/refusal.ts";

const describeCode = (code: ApiErrorCode) =>
  describeAuthorizationFailure(new Refusal(apiErrorStatus[code], code));

describe("why there is no authorisation to mint", () => {
  const told: Partial<Record<ApiErrorCode, string>> = {
    "mint.phase_closed": "Nobody is authorised to mint in this phase",
    "mint.not_listed": "is not on the list",
    "mint.allowance_used": "has minted all that this phase allows it",
    "mint.quantity_too_large": "Choose fewer",
    "mint.confirming": "Your last mint is being confirmed",
    "mint.record_outdated": "its operator has changed the collection's signer",
    "mint.signer_mismatch": "Its operator has to mend that",
    "rate.limited": "Wait a minute",
    "chain.unavailable": "could not ask the chain",
    "store.unavailable": "could not write the authorisation down",
    internal: "The service stumbled",
  };
  for (const [code, words] of Object.entries(told)) {
    it(`is told in its own words: ${code}`, () => {
      // Safety: the keys are codes.
      const failure = describeCode(code as ApiErrorCode);
      expect(failure.words).to.include(words);
      expect(failure.isNotOffered).to.equal(false);
    });
  }

  it("asks for one to be pasted where the site gives none, older services included", () => {
    for (const code of ["mint.not_offered", "route.not_found"] as const) {
      const { words, isNotOffered } = describeCode(code);
      expect({ isNotOffered }).to.deep.equal({ isNotOffered: true });
      expect(words).to.include("paste it below");
    }
  });

  it("is told when the service is silent, and when it makes no sense", () => {
    const silent = describeAuthorizationFailure(new TypeError("Failed to fetch"));
    expect(silent.words).to.include("could not be reached");
    expect(describeAuthorizationFailure(new Error("?")).words).to.include("makes no sense");
  });
});

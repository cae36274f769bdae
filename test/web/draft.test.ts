import { expect } from "chai";
import { narrativeMessage } from "#protocol/narrativeMessage";
import {
  canSave,
  canSign,
  changeDraft,
  type Draft,
  isSignatureStale,
  requireMessage,
  startDraft,
} from "../../web/src/narrative/draft.ts";

const first = "The dust remembers.";
const second = "The dust forgets.";

describe("a draft", () => {
  describe("when edit mode is entered", () => {
    it("[S4.9] [S4.15] has the existing story, no message and no signature", () => {
      const draft = startDraft({ drifterId: "7", text: first });
      expect(draft.text).to.equal(first);
      expect(canSign(draft)).to.equal(false);
      expect(canSave(draft)).to.equal(false);
    });
  });

  describe("when the text changes", () => {
    it("[S4.17] recomputes the message for the current text at every change", () => {
      let draft = begun();
      for (const changed of ["Dust.", "Dust", "Dust\n", "Dust\né", ""]) {
        draft = type(draft, changed);
        expect(draft.message, JSON.stringify(changed)).to.equal(narrativeMessage("7", changed));
        expect(canSign(draft)).to.equal(true);
      }
    });

    it("[S4.17] [S4.19] has the message of the newest text, and can be signed", () => {
      const draft = type(type(begun(), first), second);
      expect(draft.message).to.equal(narrativeMessage("7", second));
      expect(canSign(draft)).to.equal(true);
      expect(canSave(draft)).to.equal(false);
    });
  });

  describe("when it was signed", () => {
    it("[S4.19] [S4.21] [S4.23] can be saved, but not signed again", () => {
      const draft = sign(type(begun(), first));
      expect(canSign(draft)).to.equal(false);
      expect(canSave(draft)).to.equal(true);
      expect(isSignatureStale(draft)).to.equal(false);
    });

    it("[S4.18] [S4.26] keeps the signature when the text changes, and marks it as stale", () => {
      const signed = sign(type(begun(), first));
      const changed = type(signed, second);
      expect(changed.signed).to.deep.equal(signed.signed);
      expect(canSave(changed)).to.equal(true);
      expect(isSignatureStale(changed)).to.equal(true);
    });

    it("accepts the signature again when the text is restored", () => {
      const draft = type(type(sign(type(begun(), first)), second), first);
      expect(isSignatureStale(draft)).to.equal(false);
    });

    it("can be signed again once the signature is discarded", () => {
      const draft = changeDraft(type(sign(type(begun(), first)), second), {
        type: "signatureDiscarded",
      });
      expect(canSave(draft)).to.equal(false);
      expect(canSign(draft)).to.equal(true);
    });
  });

  describe("when the text changes during the wallet's prompt", () => {
    it("treats the signature as one of the older text", () => {
      const requests = type(begun(), first);
      const message = requireMessage(requests);
      const draft = changeDraft(type(requests, second), {
        type: "signed",
        message,
        signature: "0x1",
      });
      expect(draft.signed?.message).to.equal(narrativeMessage("7", first));
      expect(isSignatureStale(draft)).to.equal(true);
    });
  });

  describe("when signing fails", () => {
    it("[S4.22] [S8.5] has no signature: it cannot be saved and can be signed again", () => {
      const draft = changeDraft(type(begun(), first), { type: "signingFailed" });
      expect(canSave(draft)).to.equal(false);
      expect(canSign(draft)).to.equal(true);
    });
  });
});

describe("requireMessage", () => {
  it("[S5.17] [S8.7] rejects signing without a message: message is required", () => {
    expect(() => requireMessage(begun())).to.throw(/^message is required$/);
  });
});

function begun(): Draft {
  return startDraft({ drifterId: "7", text: "" });
}

function type(draft: Draft, text: string): Draft {
  return changeDraft(draft, { type: "textChanged", text });
}

function sign(draft: Draft): Draft {
  return changeDraft(draft, {
    type: "signed",
    message: requireMessage(draft),
    signature: "0x5160",
  });
}

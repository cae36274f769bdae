import { expect } from "chai";
import { narrativeMessage } from "#protocol/stories/narrativeMessage";
import {
  canSave,
  canSign,
  changeDraft,
  type Draft,
  isSignatureStale,
  requireMessage,
  startDraft,
} from "../../../web/src/narrative/draft.ts";

const first = "The dust remembers.";
const second = "The dust forgets.";

describe("draft", () => {
  it("[S4.9] [S4.15] starts with the existing story, no message and no signature", () => {
    const draft = startDraft({ drifterId: "7", text: first });
    expect(draft.text).to.equal(first);
    expect(can(draft)).to.deep.equal({ sign: false, save: false, isStale: false });
  });

  it("[S4.17] updates the message with every change of the text", () => {
    let draft = started();
    for (const changed of ["Dust.", "Dust", "Dust\n", "Dust\né", ""]) {
      draft = type(draft, changed);
      expect(draft.message, JSON.stringify(changed)).to.equal(narrativeMessage("7", changed));
    }
  });

  it("replaces the text when an earlier draft is continued or the text is emptied, until an undo", () => {
    const before = type({ ...started(), continues: ["c@3"] }, first);
    const saved = { id: "a", text: second, typedAt: 5, continues: ["b@4"] };
    const [continued, emptied] = [
      changeDraft(before, { type: "continued", draft: saved }),
      changeDraft(before, { type: "emptied" }),
    ];
    expect(continued).to.deep.include({ text: second, continues: ["b@4", "a@5"] });
    expect(emptied).to.deep.include({ text: "", continues: [] });
    expect(new Set([before, continued, emptied].map(({ id }) => id)).size).to.equal(3);
    for (const draft of [continued, emptied]) {
      expect(changeDraft(draft, { type: "replacementUndone" })).to.deep.equal(before);
    }
  });

  const typed = type(started(), first);
  const signed = sign(typed);
  const stale = type(signed, second);
  const states: [title: string, draft: Draft, can: ReturnType<typeof can>][] = [
    [
      "[S4.19] can be signed while it is unsigned",
      typed,
      { sign: true, save: false, isStale: false },
    ],
    [
      "[S4.21] [S4.23] can be saved, but not signed again, once it is signed",
      signed,
      { sign: false, save: true, isStale: false },
    ],
    [
      "[S4.18] [S4.26] keeps a stale signature after a change",
      stale,
      { sign: false, save: true, isStale: true },
    ],
    [
      "is not stale once the signed text is typed again",
      type(stale, first),
      { sign: false, save: true, isStale: false },
    ],
    [
      "has a stale signature if it changed during the wallet's prompt",
      sign(type(typed, second), first),
      { sign: false, save: true, isStale: true },
    ],
    [
      "can be signed again once its signature is discarded",
      changeDraft(stale, { type: "signatureDiscarded" }),
      { sign: true, save: false, isStale: false },
    ],
  ];
  for (const [title, draft, expected] of states) {
    it(title, () => expect(can(draft)).to.deep.equal(expected));
  }

  it("[S5.17] [S8.7] requires a message before signing: message is required", () => {
    expect(() => requireMessage(started())).to.throw(/^message is required$/);
  });
});

function can(draft: Draft) {
  return { sign: canSign(draft), save: canSave(draft), isStale: isSignatureStale(draft) };
}

function started(): Draft {
  return startDraft({ drifterId: "7", text: "" });
}

function type(draft: Draft, text: string): Draft {
  return changeDraft(draft, { type: "textChanged", text });
}

function sign(draft: Draft, text = draft.text): Draft {
  const message = narrativeMessage(draft.drifterId, text);
  return changeDraft(draft, { type: "signed", message, signature: "0x5160" });
}

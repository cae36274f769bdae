import { expect } from "chai";
import "../../support/web/renderComponent.tsx";

const { describeOutcome } = await import("../../../web/src/phases/useCallBatch.ts");

const calls = ["toggleMint()", "adjustMaxBatch(5)"];

/** Describes a settled batch with a receipt per letter: `s` succeeded, `r` reverted. */
function outcome(statusCode: number, receipts: string) {
  const parts = [...receipts].map((letter, index) => ({
    status: letter === "s" ? "success" : "reverted",
    blockNumber: BigInt(index + 1),
  }));
  // Safety: only these fields are read.
  const { message, done, blockNumber } = describeOutcome(calls, {
    statusCode,
    receipts: parts as never,
  });
  return { tone: message.tone, text: message.text, done, blockNumber };
}

describe("describeOutcome", () => {
  it("tells two equal calls apart", () => {
    const receipts = ["success", "reverted"].map((status) => ({ status, blockNumber: 1n }));
    // Safety: only these fields are read.
    const { message, done } = describeOutcome(["toggleMint()", "toggleMint()"], {
      statusCode: 600,
      receipts: receipts as never,
    });
    expect(message.text).to.contain("Took effect: toggleMint(). Did not: toggleMint().");
    expect(done).to.deep.equal(["toggleMint()"]);
  });

  for (const [title, statusCode, receipts, done, text] of [
    ["a batch in one transaction", 200, "s", calls, "All calls took effect together."],
    ["a batch that was not sent", 400, "", [], "did not send the calls: nothing was changed."],
    ["a batch that reverted", 500, "r", [], "reverted together: nothing was changed"],
    [
      "a reverted call in a confirmed batch",
      200,
      "sr",
      calls.slice(0, 1),
      "Did not: adjustMaxBatch(5).",
    ],
    [
      "a partial batch",
      600,
      "rs",
      calls.slice(1),
      "Took effect: adjustMaxBatch(5). Did not: toggleMint().",
    ],
    ["a partial batch without receipts", 600, "", [], "It does not report which."],
    ["an unknown status", 700, "s", [], "It does not report which."],
  ] as const) {
    it(`describes ${title}`, () => {
      const { tone, text: shown, ...described } = outcome(statusCode, receipts);
      expect(shown).to.contain(text);
      expect(tone).to.equal(done === calls ? "calm" : "alert");
      expect(described).to.deep.equal({ done, blockNumber: BigInt(receipts.length) });
    });
  }
});

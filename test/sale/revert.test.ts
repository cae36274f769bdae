import { expect } from "chai";
import { encodeAbiParameters, encodeErrorResult, type Hex, parseAbi } from "viem";
import { collectionAbi } from "#chain/abi";
import { contractErrors } from "#sale/contractErrors";
import { describeRevert } from "#sale/revert";
import { visibleText } from "#sale/visibleText";

describe("revert description", () => {
  it("contains the name, arguments and message of a collection error", () => {
    const overlap = encodeErrorResult({
      abi: collectionAbi,
      errorName: "PhaseOverlaps",
      args: ['the "First"'],
    });
    expect(describeRevert(overlap)).to.deep.equal({
      error: "PhaseOverlaps",
      title: String.raw`PhaseOverlaps("the \"First\"")`,
      cause: contractErrors.PhaseOverlaps.cause,
      fix: contractErrors.PhaseOverlaps.fix,
    });
    const owner = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
    const invalid = encodeErrorResult({
      abi: collectionAbi,
      errorName: "OwnableInvalidOwner",
      args: [owner],
    });
    expect(describeRevert(invalid).title).to.equal(`OwnableInvalidOwner(${owner})`);
    const moved = encodeErrorResult({
      abi: collectionAbi,
      errorName: "PhaseStartMoved",
      args: [1n, 2n],
    });
    expect(describeRevert(moved).title).to.equal("PhaseStartMoved(1, 2)");
    const bare = encodeErrorResult({ abi: collectionAbi, errorName: "NotMinting" });
    expect(describeRevert(bare).title).to.equal("NotMinting");
  });

  it("contains a different contract's error message", () => {
    const abi = parseAbi(["error Error(string)"]);
    expect(describeRevert(encodeErrorResult({ abi, args: ["no"] }))).to.deep.equal({
      title: 'Error("no")',
      cause: "A different contract reverted with the message “no”",
      fix: "See that contract's message.",
    });
  });

  const panics: [code: number, cause: string][] = [
    [1, "An assertion failed."],
    [17, "An arithmetic operation overflowed or underflowed."],
    [18, "Division by zero."],
    [33, "A value is out of range for its enum."],
    [50, "An array index is out of bounds."],
    [65, "Too much memory was allocated."],
    [0, "A contract reached an invalid state."],
  ];
  for (const [code, cause] of panics) {
    it(`explains the panic ${code}`, () => {
      const encoded = encodeAbiParameters([{ type: "uint256" }], [BigInt(code)]).slice(2);
      expect(describeRevert(`0x4e487b71${encoded}`)).to.deep.equal({
        title: `Panic(${code})`,
        cause,
        fix: "This is a bug in a contract: report it with the transaction's data.",
      });
    });
  }

  it("explains a revert without a reason, and an unknown error", () => {
    expect(describeRevert("0x").title).to.equal("no reason");
    const unknown: Hex = "0x12345678";
    expect(describeRevert(unknown).title).to.equal(unknown);
    expect(describeRevert(unknown)).not.to.have.property("error");
  });
});

describe("visibleText", () => {
  it("shows invisible characters as code points, except line breaks and tabs", () => {
    const hidden = [
      "\0",
      "\u007f",
      "\u009f",
      "\u061c",
      "\u200b",
      "\u200f",
      "\u2028",
      "\u202e",
      "\u2066",
      "\u2069",
    ];
    expect(visibleText(hidden.join(""))).to.equal(
      String.raw`\u0000\u007f\u009f\u061c\u200b\u200f\u2028\u202e\u2066\u2069`,
    );
    const plain = "Dust\n\té 🌵\u00a0\u200a\u2070";
    expect(visibleText(plain)).to.equal(plain);
  });
});

import { expect } from "chai";
import { decodeFunctionData, parseAbi } from "viem";
import { encodeCallArguments } from "#protocol/values/encodeCall";

const abi = parseAbi([
  "struct Range { uint64 start; uint64 end; }",
  "function store(bytes data, bytes32 word)",
  "function plan(string name, Range range, Range[] others)",
  "function pairs((uint256, string) pair)",
  "function grid(uint256[][] rows)",
  "function give(address[] to)",
  "function give(address to, bool isFirst)",
  "function toggle(bool[] values)",
]);
const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

describe("encodeCallArguments", () => {
  const argsOf = (...args: string[]) =>
    decodeFunctionData({ abi, data: encodeCallArguments(abi, args) }).args as readonly unknown[];
  const rejection = (...args: string[]) => {
    try {
      encodeCallArguments(abi, args);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  it("accepts bytes in hex or as quoted text", () => {
    const dust = `0x44757374${"00".repeat(28)}`;
    expect(argsOf("store", '"Düne"', '"Dust"')).to.deep.equal(["0x44c3bc6e65", dust]);
    expect(argsOf("store", "0x", `0x${"ab".repeat(32)}`)[0]).to.equal("0x");
    expect(rejection("store", "Dust", dust)).to.equal(
      'bytes data of store: "Dust" is invalid. Write it like this: 0x… or "text"',
    );
    expect(rejection("store", "0x", `"${"a".repeat(33)}"`)).to.contain("bytes32 word of store");
  });

  it("accepts lists as JSON, in brackets or bare, and describes the format for invalid lists", () => {
    for (const [name, values] of [
      ["give", [address, `0x${"1".repeat(40)}`]],
      ["toggle", [true, false]],
    ] as const) {
      for (const list of [
        JSON.stringify(values.map(String)),
        `[${values.join(",")}]`,
        values.join(", "),
      ]) {
        expect(argsOf(name, list), list).to.deep.equal([values]);
      }
    }
    expect(argsOf("give", address)).to.deep.equal([[address]]);
    expect(argsOf("give", address, "true")).to.deep.equal([address, true]);
    expect(rejection("pairs", '(x, "two")')).to.contain(`"(x, "two")" is invalid.`);
    for (const wrong of ["", "0x12", `{"to":"${address}"}`, "[[]]"]) {
      expect(rejection("give", wrong), wrong).to.contain(
        "is invalid. Write it like this: 0x…, 0x…",
      );
    }
  });
});

import { expect } from "chai";
import { formatEther } from "viem";
import { collectionAbi } from "#chain/abi";
import { collectionConfig } from "#collection/collection.config.ts";
import { CallSyntaxError } from "#protocol/values/encodeCall";
import {
  type CollectionCall,
  collectionCallNames,
  formatCall,
  parseCall,
} from "#sale/collectionCalls";

/** Calls by holders and minters. */
const holdersCalls = [
  collectionConfig.mintFunction,
  "approve",
  "setApprovalForAll",
  "transferFrom",
  "safeTransferFrom",
];

describe("collectionCalls", () => {
  it("lists every state-changing function except token holders' functions", () => {
    const writes = collectionAbi
      .filter((entry) => entry.type === "function")
      .filter(({ stateMutability }) => ["nonpayable", "payable"].includes(stateMutability))
      .map(({ name }) => name as string);
    const missing = [...new Set(writes)].filter(
      (name) =>
        !holdersCalls.includes(name) && !(collectionCallNames as readonly string[]).includes(name),
    );
    expect(missing, "add them to api/sale/collectionCalls.ts").to.deep.equal([]);
  });
});

describe("call syntax", () => {
  const owners = { names: collectionCallNames, title: "the owner's calls" };
  const read = (text: string) => parseCall(text, owners);
  const one = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  const other = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
  const largest64 = 2n ** 64n - 1n;
  const largest256 = 2n ** 256n - 1n;

  const written: [text: string, call: CollectionCall][] = [
    ["toggleMint()", { functionName: "toggleMint", args: [] }],
    ['adjustPhases("Ember", 1, 101)', { functionName: "adjustPhases", args: ["Ember", 1n, 101n] }],
    [
      `adjustPhases("", 0, ${largest64})`,
      { functionName: "adjustPhases", args: ["", 0n, largest64] },
    ],
    [
      `adjustPrice(${formatEther(largest256)} ether)`,
      { functionName: "adjustPrice", args: [largest256] },
    ],
    [`gift("Ember", [${one}, ${other}])`, { functionName: "gift", args: ["Ember", [one, other]] }],
    ['gift("Ember", [])', { functionName: "gift", args: ["Ember", []] }],
    [
      String.raw`setBaseURI("a \"b\", (c) \\ \u202e")`,
      { functionName: "setBaseURI", args: ['a "b", (c) \\ \u202e'] },
    ],
    [`changeWithdrawer(${one})`, { functionName: "changeWithdrawer", args: [one] }],
  ];
  for (const [text, call] of written) {
    it(`formats and parses ${text.slice(0, 60)}`, () => {
      expect(formatCall(call)).to.equal(text);
      expect(read(text)).to.deep.equal(call);
    });
  }

  const unfit: Record<string, string[]> = {
    "a number of 2^64 where 64 bits are": [
      `adjustPhases("Ember", ${2n ** 64n}, 0)`,
      `adjustPhases("Ember", 0, ${2n ** 64n})`,
    ],
    "a number of 2^256": [`adjustPrice(${2n ** 256n})`],
    "what is no number": [
      "adjustPrice(1e3)",
      "adjustPrice(-1)",
      "adjustPrice(1 2)",
      "adjustPrice(x1)",
    ],
    "what is no amount": [
      "adjustPrice(x ether)",
      "adjustPrice(1 ethers)",
      "adjustPrice(1. ether)",
      "adjustPrice(1\n2 ether)",
    ],
    "a list with something that is no address": [
      `gift("Ember", [${one}, drifter.eth])`,
      `gift("Ember", [${one}, ${one.slice(0, -1)}])`,
      `gift("Ember", [${one.replace("C", "c")}])`,
    ],
    "a list with something after or before it": [
      `gift("Ember", x[${one}])`,
      `gift("Ember", [${one}]x)`,
    ],
    "what is no address": ["adjustSigner(0x1)", `adjustSigner(${one}00)`],
    "a text whose quotes do not end": ['changePhase("Ember)', 'changePhase("Em" ber")'],
    "too few or too many arguments": ['adjustPhases("Ember", 1)', "toggleMint(1)", "adjustPrice()"],
  };
  for (const [what, texts] of Object.entries(unfit)) {
    it(`rejects ${what}`, () => {
      for (const text of texts) {
        expect(() => read(text), text).to.throw(CallSyntaxError);
      }
    });
  }
});

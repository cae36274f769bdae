import { expect } from "chai";
import { zeroAddress } from "viem";
import { parseEtherAmount } from "#protocol/values/ether";
import { parseWholeNumber, settingKinds } from "#sale/settingKinds";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
// Safety: the same digits.
const lowerCase = address.toLowerCase() as typeof address;
const largest = 2n ** 256n - 1n;

describe("setting value", () => {
  const read: { [Kind in keyof typeof settingKinds]: [text: string, value: unknown][] } = {
    switch: [
      ["on", true],
      ["off", false],
    ],
    phase: [
      [" Ember ", " Ember "],
      ["", ""],
    ],
    ether: [
      [" 0.08 ", 8n * 10n ** 16n],
      ["", undefined],
      ["x", undefined],
    ],
    count: [
      [" 20 ", 20n],
      [`${largest}`, largest],
      [`${largest + 1n}`, undefined],
    ],
    address: [
      [` ${lowerCase} `, address],
      [address.slice(0, -1), undefined],
    ],
    royalty: [
      [` 5% to ${lowerCase} `, [address, 500n]],
      [`10 % to ${address}`, [address, 1_000n]],
      [`0.29% to ${address}`, [address, 29n]],
      ["none", [zeroAddress, 0n]],
      ...["10.01%", "0.001%", "5"].map((text): [string, undefined] => [
        `${text} to ${address}`,
        undefined,
      ]),
      [`5% to ${zeroAddress}`, undefined],
    ],
  };
  for (const [kind, cases] of Object.entries(read)) {
    it(`parses the kind ${kind}`, () => {
      // Safety: the table's own keys.
      const { parse, toText } = settingKinds[kind as keyof typeof settingKinds];
      for (const [text, value] of cases) {
        expect(parse(text), text).to.deep.equal(value);
        if (value !== undefined) expect(parse(toText(value as never)), text).to.deep.equal(value);
      }
    });
  }
});

describe("integer setting", () => {
  const cases: [text: string, bits: bigint, value: bigint | undefined][] = [
    ["0", 1n, 0n],
    ["1", 1n, 1n],
    ["2", 1n, undefined],
    [" 007\n", 3n, 7n],
    ["8", 3n, undefined],
    [`${2n ** 64n - 1n}`, 64n, 2n ** 64n - 1n],
    [`${2n ** 64n}`, 64n, undefined],
    ["0".repeat(78), 8n, 0n],
    ["0".repeat(79), 8n, undefined],
    ["", 8n, undefined],
    ["-1", 8n, undefined],
    ["1x", 8n, undefined],
    ["x1", 8n, undefined],
  ];
  for (const [text, bits, value] of cases) {
    it(`is ${value} for “${text.trim().slice(0, 30)}” of ${bits} bits`, () => {
      expect(parseWholeNumber(text, bits)).to.equal(value);
    });
  }
});

describe("ether amount", () => {
  const integer = largest / 10n ** 18n;
  const decimals = (wei: bigint) => (wei % 10n ** 18n).toString().padStart(18, "0");
  const cases: [text: string, wei: bigint | undefined][] = [
    ["0", 0n],
    ["0.08", 8n * 10n ** 16n],
    ["0.000000000000000001", 1n],
    ["0.0000000000000000001", undefined],
    [`${integer}.${decimals(largest)}`, largest],
    [`${integer}.${decimals(largest + 1n)}`, undefined],
    ["", undefined],
    [".5", undefined],
    ["5.", undefined],
    ["-1", undefined],
    ["1 ", undefined],
    ["x1", undefined],
    ["1e3", undefined],
  ];
  for (const [text, wei] of cases) {
    it(`is ${wei === undefined ? "not parsed" : "parsed"} from “${text.slice(0, 30)}”`, () => {
      expect(parseEtherAmount(text)).to.equal(wei);
    });
  }
});

import { expect } from "chai";
import { zeroAddress } from "viem";
import { formatEtherAmount, parseEtherAmount } from "#protocol/ether";
import { kindOf, saleSettings, settingNames, settingOfCall } from "#protocol/sale/saleSettings";
import { parseWholeNumber, settingKinds } from "#protocol/sale/settingKinds";

const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
// Safety: the same digits.
const lowerCase = address.toLowerCase() as typeof address;
const largest = 2n ** 256n - 1n;

describe("the value of a setting", () => {
  it("is formatted for display", () => {
    const { switch: toggle, phase, ether, count, time } = settingKinds;
    expect([true, false].map((isOn) => toggle.format(isOn, ""))).to.deep.equal(["on", "off"]);
    expect(phase.format("Ember", "")).to.equal("“Ember”");
    expect(phase.format("", "")).to.equal("The phase without a name");
    expect(ether.format(5n * 10n ** 16n, "ETH")).to.equal("0.05 ETH");
    expect(count.format(20n, "")).to.equal("20");
    expect(settingKinds.address.format(address, "")).to.equal(address);
    expect(settingKinds.address.format(zeroAddress, "")).to.equal("nobody");
    const seconds = [0n, 1n, 1_766_599_200n, 10n ** 15n];
    expect(seconds.map((at) => time.format(at, ""))).to.deep.equal([
      "none",
      "1970-01-01T00:00:01Z",
      "2025-12-24T18:00:00Z",
      "1000000000000000 s",
    ]);
    expect(time.toText(0n)).to.equal("");
    expect(time.toText(1n)).to.equal("1970-01-01T00:00:01Z");
  });

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
    time: [
      ["", 0n],
      ["  ", 0n],
      [" 1970-01-01T00:00Z ", 0n],
      ["1970-01-01T00:00:01.5Z", undefined],
      ["1970-01-01T02:00:01+02:00", 1n],
      ["2025-12-24T18:00:00Z", 1_766_599_200n],
      ["1969-12-31T23:59Z", undefined],
      ["2025-12-24T18:00", undefined],
      ["x2025-12-24T18:00Z", undefined],
      ["2025-12-24T18:00Zx", undefined],
      ["2025-13-24T18:00Z", undefined],
    ],
  };
  for (const [kind, cases] of Object.entries(read)) {
    it(`is parsed from a field of the kind ${kind}`, () => {
      // Safety: the table's own keys.
      const { parse, toText } = settingKinds[kind as keyof typeof settingKinds];
      for (const [text, value] of cases) {
        expect(parse(text), text).to.equal(value);
        if (value !== undefined) expect(parse(toText(value as never)), text).to.equal(value);
      }
    });
  }

  it("is equal in another letter case if it is an address, and otherwise only to itself", () => {
    expect(settingKinds.address.isEqual(address, lowerCase)).to.equal(true);
    expect(settingKinds.address.isEqual(address, zeroAddress)).to.equal(false);
    expect(kindOf("signer").isEqual(address, lowerCase)).to.equal(true);
    expect(kindOf("phase").isEqual("Ember", "ember")).to.equal(false);
    expect(kindOf("price").isEqual(1n, 1n)).to.equal(true);
  });

  it("belongs to the setting that its call changes", () => {
    const calls = settingNames.map((name) => settingOfCall(saleSettings[name].call));
    expect(calls).to.deep.equal(settingNames);
    expect(() => settingOfCall("gift" as never)).to.throw("No setting is changed by gift.");
  });
});

describe("a whole number", () => {
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

describe("an amount of ether", () => {
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

  it("is formatted with its unit", () => {
    expect(formatEtherAmount(8n * 10n ** 16n)).to.equal("0.08 ether");
    expect(formatEtherAmount(1n, "ETH")).to.equal("0.000000000000000001 ETH");
  });
});

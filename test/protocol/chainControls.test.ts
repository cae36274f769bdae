import { expect } from "chai";
import { chainControls, prepareControl } from "#protocol/localChain/chainControls";
import { formatTimestamp, parseTimeTarget } from "#protocol/localChain/timeTarget";

const now = Date.UTC(2026, 0, 31, 12) / 1_000;
const address = "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC";

describe("parseTimeTarget", () => {
  const parsed = (text: string) => {
    const target = parseTimeTarget(text, now);
    return target === undefined ? undefined : formatTimestamp(target);
  };

  for (const [text, expected] of [
    ["+30s", "2026-01-31 12:00:30 UTC"],
    ["+5m", "2026-01-31 12:05:00 UTC"],
    ["+1h", "2026-01-31 13:00:00 UTC"],
    ["+1d", "2026-02-01 12:00:00 UTC"],
    ["+2w", "2026-02-14 12:00:00 UTC"],
    ["2026-12-24", "2026-12-24 00:00:00 UTC"],
    ["2026-12-24T18:05", "2026-12-24 18:05:00 UTC"],
    ["2026-12-24T18:05:09Z", "2026-12-24 18:05:09 UTC"],
    ["9999-12-31T23:59:59", "9999-12-31 23:59:59 UTC"],
  ] as const) {
    it(`reads ${text}`, () => expect(parsed(text)).to.equal(expected));
  }

  it("rejects any other text, a date that does not exist, and any date after the year 9999", () => {
    const others = ["", "1d", "+d", "+1y", "+1.5h", "-1h", "tomorrow", "2026-13-01", "2026-02-30"];
    for (const text of [...others, "2026-12-24T25:00", "2026-12-24 18:00", "+999999999999w"]) {
      expect(parsed(text), text).to.equal(undefined);
    }
  });
});

describe("prepareControl", () => {
  const rejection = (words: readonly string[]) => {
    try {
      prepareControl(words);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  };

  for (const words of [
    ["time", "+1d"],
    ["mine"],
    ["mine", "1000000"],
    ["block", "0"],
    ["automine", "off"],
    ["balance", "3", "0.5"],
    ["balance", "#3", "1"],
    ["balance", address, "1"],
    ["impersonate", address],
    ["release", address],
    ["snapshot"],
    ["revert"],
    ["revert", "2"],
  ]) {
    it(`takes ${words.join(" ")}`, () => expect(rejection(words)).to.equal(undefined));
  }

  for (const words of [
    ["time"],
    ["time", "soon"],
    ["time", "+1d", "+1d"],
    ["mine", "0"],
    ["mine", "1000001"],
    ["mine", "1", "1"],
    ["block", "-1"],
    ["block", "1", "1"],
    ["automine"],
    ["automine", "on", "on"],
    ["balance", "3"],
    ["balance", "0x12", "1"],
    ["balance", "3", "1e3"],
    ["balance", "3", "1", "1"],
    ["impersonate", "3"],
    ["release", address, address],
    ["snapshot", "1"],
    ["revert", "0"],
    ["revert", "1", "1"],
  ]) {
    it(`explains the usage after ${words.join(" ")}`, () => {
      const name = words[0] as keyof typeof chainControls;
      const usage = `Use ${`${name} ${chainControls[name].usage}`.trim()}. `;
      expect(rejection(words)?.startsWith(usage)).to.equal(true);
    });
  }
});

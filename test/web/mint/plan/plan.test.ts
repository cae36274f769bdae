import { expect } from "chai";
import type { PlannedPhase } from "#protocol/wire/responses";
import { createCalendarEntry } from "../../../../web/src/mint/plan/calendarEntry.ts";
import { describeTimeLeft } from "../../../../web/src/mint/plan/timeLeft.ts";
import { findNextOpening } from "../../../../web/src/sale/useSalePlan.ts";

describe("describeTimeLeft", () => {
  for (const [seconds, text] of [
    [1, "1 s"],
    [60, "1 min 0 s"],
    [3_599, "59 min 59 s"],
    [3_600, "1 h 0 min"],
    [86_399, "23 h 59 min"],
    [86_400, "1 day 0 h"],
    [200_000, "2 days 7 h"],
  ] as const) {
    it(`formats ${seconds} seconds as ${text}`, () => {
      expect(describeTimeLeft(seconds)).to.equal(text);
    });
  }
});

describe("findNextOpening", () => {
  const phase = (name: string, opensAt?: string): PlannedPhase => ({
    ...{ name, startingPoint: 0, endPoint: 1, price: "0", maxPerMint: 1 },
    ...(opensAt !== undefined && { opensAt }),
  });
  const phases = [
    phase("First", "2026-01-01T00:00:00Z"),
    phase("Second", "2026-02-01T00:00:00Z"),
    phase("Third", "2026-03-01T00:00:00Z"),
  ];
  const nameAt = (time: string, active: string) =>
    findNextOpening(phases, active, BigInt(Date.parse(time) / 1_000))?.name;

  it("returns the active phase before it opens, otherwise the first that has not opened", () => {
    expect(nameAt("2025-12-31T00:00:00Z", "Third")).to.equal("Third");
    expect(nameAt("2026-01-15T00:00:00Z", "First")).to.equal("Second");
    expect(nameAt("2026-03-01T00:00:00Z", "First")).to.equal(undefined);
  });
});

describe("createCalendarEntry", () => {
  const start = "2026-03-01T18:00:00Z";
  const url = "https://site.example/mint";

  it("returns an event in UTC that ends when the phase closes, or after an hour", () => {
    const entry = createCalendarEntry({
      title: "Opening",
      start,
      end: "2026-03-08T18:00:00Z",
      url,
    });
    expect(entry).to.contain("DTSTART:20260301T180000Z\r\nDTEND:20260308T180000Z\r\n");
    expect(createCalendarEntry({ title: "Opening", start, url })).to.contain(
      "DTEND:20260301T190000Z\r\n",
    );
  });

  it("escapes names, omits control characters, and breaks lines after 75 octets", () => {
    const title = `Dust\0, ash; and\nsm\x1boke \\ ${"ß".repeat(60)}`;
    const lines = createCalendarEntry({ title, start, url }).split("\r\n");
    for (const line of lines) expect(Buffer.byteLength(line)).to.be.at.most(75);
    const text = lines.join("\n").replaceAll("\n ", "");
    expect(text).to.contain(`SUMMARY:Dust\\, ash\\; and\\nsmoke \\\\ ${"ß".repeat(60)}\n`);
  });

  it("keeps a name with carriage returns on its line", () => {
    const entry = createCalendarEntry({ title: "Dust\rand\r\nash", start, url });
    expect(entry).to.contain("\r\nSUMMARY:Dust\\nand\\nash\r\n");
  });
});

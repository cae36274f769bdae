import { expect } from "chai";
import { brokenBudgets } from "../../scripts/lab/bench/web/budgets.ts";
import { runWebBench } from "../../scripts/lab/bench/web/options.ts";
import { type Figures, formatFigures } from "../../scripts/lab/bench/web/report.ts";
import { runInProcess } from "../support/commandHere.ts";
import { runScript } from "../support/runScript.ts";

const titles = [
  "React and a router",
  "ours, /",
  "ours, a drifter",
  "ours, the gallery",
  "ours, 10,000 drifters",
  "ours, /, dialog open",
];

const steadyTimes = {
  firstContentfulPaint: 1_000,
  largestContentfulPaint: 1_500,
  blocking: 0,
  layoutShift: 0,
};

/**
 * Figures of every page without requests to other hosts or layout shifts.
 *
 * @param scripts bytes of scripts by page.
 * @param changes other figures of `changed`.
 */
function figuresWith(
  scripts: Record<string, number>,
  changes: Partial<Figures> = {},
  changed = "ours, a drifter",
): Figures[] {
  return titles.map((title) => ({
    title,
    bytes: { script: scripts[title] ?? 0, stylesheet: 0, font: 0, image: 0, other: 0 },
    markupBytes: 12_000,
    hosts: [],
    times: steadyTimes,
    ...(title === "ours, 10,000 drifters" && { heapBytes: 120e6 }),
    ...(title === changed && changes),
  }));
}

const atTheLimit = {
  "ours, /": 110_000,
  "ours, a drifter": 155_000,
  "ours, the gallery": 125_000,
  "ours, /, dialog open": 145_000,
};

describe("npm run bench:web", () => {
  it("passes pages at their limits", () => {
    expect(brokenBudgets(figuresWith(atTheLimit))).to.deep.equal([]);
  });

  for (const title of Object.keys(atTheLimit) as (keyof typeof atTheLimit)[]) {
    it(`fails for a page one byte over its limit: ${title}`, () => {
      const figures = figuresWith({ ...atTheLimit, [title]: atTheLimit[title] + 1 });
      expect(brokenBudgets(figures)).to.have.length(1);
    });
  }

  it("fails for a page that contacts another host, and for one that shifts its layout", () => {
    const asking = figuresWith(atTheLimit, { hosts: ["cdn.example"] });
    expect(brokenBudgets(asking).join()).to.contain("cdn.example");
    const times = { ...steadyTimes, layoutShift: 0.021 };
    expect(brokenBudgets(figuresWith(atTheLimit, { times })).join()).to.contain("0.021");
  });

  it("fails for a story with more markup, and for one that is painted later than 1.2 × the bare page", () => {
    const heavy = brokenBudgets(figuresWith(atTheLimit, { markupBytes: 12_001 }));
    expect(heavy).to.deep.equal([
      "A drifter's HTML beside its text: 12001 bytes; the budget is 12000.",
    ]);
    const times = { ...steadyTimes, firstContentfulPaint: 1_201 };
    expect(brokenBudgets(figuresWith(atTheLimit, { times }))).to.deep.equal([
      "A story is painted first after 1.20 × the bare page's time; the budget is 1.2.",
    ]);
  });

  it("fails for 10,000 drifters that are painted later than 1.2 × the bare page, or fill more than 120 MB", () => {
    const broken = (changes: Partial<Figures>) =>
      brokenBudgets(figuresWith(atTheLimit, changes, "ours, 10,000 drifters"));
    expect(broken({ times: { ...steadyTimes, firstContentfulPaint: 1_300 } })).to.deep.equal([
      "A gallery of 10,000 drifters is painted first after 1.30 × the bare page's time; the budget is 1.2.",
    ]);
    expect(broken({ heapBytes: 120e6 + 1 })).to.deep.equal([
      "The JavaScript heap after 10,000 drifters: 120000001 bytes; the budget is 120000000.",
    ]);
  });

  it("prints sizes in kilobytes, and times as multiples of the bare page's time", () => {
    const text = formatFigures(figuresWith(atTheLimit));
    expect(text).to.match(/^ours, a drifter +155\.0 /m);
    expect(text).to.match(/^ours, a drifter +1\.00 × +1\.00 +1\.50 /m);
    expect(text).to.contain(
      "JavaScript heap of ours, 10,000 drifters, after the last one: 120.0 MB",
    );
  });

  it("prints its usage, and refuses an invalid number of rounds", async () => {
    const help = await runInProcess((output) => runWebBench(["--help"], output, async () => 1));
    expect(help.status).to.equal(0);
    expect(help.stdout).to.contain("Usage: npm run bench:web");
    const { status, stderr } = await runScript(
      "scripts/lab/bench/web/main.ts",
      ["--rounds", "none"],
      {
        cwd: process.cwd(),
        environment: { PATH: process.env.PATH ?? "" },
      },
    );
    expect(status).to.equal(2);
    expect(stderr).to.contain('--rounds takes a whole number from 1 to 99, not "none".');
  });
});

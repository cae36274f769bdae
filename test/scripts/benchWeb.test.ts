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
  "ours, /, dialog open",
];

/** Bytes of scripts that the pages load, without requests to other hosts or layout shifts. */
function figuresWith(scripts: Record<string, number>, changes: Partial<Figures> = {}): Figures[] {
  return titles.map((title) => ({
    title,
    bytes: { script: scripts[title] ?? 0, stylesheet: 0, font: 0, image: 0, other: 0 },
    markupBytes: 12_000,
    hosts: [],
    times: {
      firstContentfulPaint: 1_000,
      largestContentfulPaint: 1_500,
      blocking: 0,
      layoutShift: 0,
    },
    ...(title === "ours, a drifter" && changes),
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
    const times = {
      firstContentfulPaint: 1,
      largestContentfulPaint: 1,
      blocking: 0,
      layoutShift: 0.021,
    };
    expect(brokenBudgets(figuresWith(atTheLimit, { times })).join()).to.contain("0.021");
  });

  it("fails for a story with more markup, and for one that is painted later than 1.2 × the bare page", () => {
    const heavy = brokenBudgets(figuresWith(atTheLimit, { markupBytes: 12_001 }));
    expect(heavy).to.deep.equal([
      "A drifter's HTML beside its text: 12001 bytes; the budget is 12000.",
    ]);
    const times = {
      firstContentfulPaint: 1_201,
      largestContentfulPaint: 1_500,
      blocking: 0,
      layoutShift: 0,
    };
    expect(brokenBudgets(figuresWith(atTheLimit, { times })).join()).to.contain("after 1.20 ×");
  });

  it("prints sizes in kilobytes, and times as multiples of the bare page's time", () => {
    const text = formatFigures(figuresWith(atTheLimit));
    expect(text).to.match(/^ours, a drifter +155\.0 /m);
    expect(text).to.match(/^ours, a drifter +1\.00 × +1\.00 +1\.50 /m);
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

import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { formatMeasurements, readMeasurements } from "../../scripts/lab/figures/measurements.ts";
import { formatPage, updateReadme } from "../../scripts/lab/figures/page.ts";
import { updateScalePage } from "../../scripts/lab/figures/scalePage.ts";
import { sections } from "../../scripts/lab/figures/sections.ts";

describe("the page of figures", () => {
  let reports: string;
  before(async () => {
    reports = await readFile("docs/figures.json", "utf8");
  });

  it("equals the output of npm run figures", async () => {
    expect(formatMeasurements(readMeasurements(reports))).to.equal(reports);
    expect(formatPage(readMeasurements(reports))).to.equal(
      await readFile("docs/figures.md", "utf8"),
    );
  });

  it("contains the README's figures", async () => {
    const readme = await readFile("README.md", "utf8");
    expect(updateReadme(readme, readMeasurements(reports))).to.equal(readme);
  });

  it("contains the figures of docs/scale.md, and its table follows from them", async () => {
    const page = await readFile("docs/scale.md", "utf8");
    expect(updateScalePage(page, readMeasurements(reports))).to.equal(page);
  });

  it("provides at most ten figures of the README", async () => {
    const [, table = ""] = (await readFile("README.md", "utf8")).split("<!-- figures");
    expect(table.split("<!--")[0]?.match(/^\| /gm)).to.have.lengthOf.within(2, 11);
  });

  it("has a part for each command that measures", () => {
    expect([...readMeasurements(reports).keys()]).to.deep.equal(sections.map(({ name }) => name));
  });

  it("fits on three pages", async () => {
    const page = await readFile("docs/figures.md", "utf8");
    const linesPerPage = 60;
    expect(page.split("\n").length).to.be.at.most(3 * linesPerPage);
  });

  it("names only commands of package.json", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
    const names = sections.flatMap(({ command }) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(Object.keys(scripts)).to.include.members(names);
  });

  it("rejects a part that was edited by hand", () => {
    expect(() => readMeasurements('{ "gas": "About a hundred thousand." }')).to.throw("gas");
    expect(() => readMeasurements('{ "speed": { "report": [] } }')).to.throw("speed");
  });

  it("rejects a report without a figure of the README or a part of the page", () => {
    const measured = { commit: "abc1234", date: "2026-01-01", seconds: 1, report: ["nothing"] };
    const marks = "<!-- figures: npm run figures -->\n<!-- /figures -->";
    const measurements = new Map([["gas", measured]]);
    expect(() => updateReadme(marks, measurements)).to.throw("The report has no match for");
    expect(() => formatPage(measurements)).to.throw("The report has no block that matches");
  });
});

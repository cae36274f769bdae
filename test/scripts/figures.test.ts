import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { formatPage, readPage, updateReadme } from "../../scripts/lab/figures/page.ts";
import { sections } from "../../scripts/lab/figures/sections.ts";

describe("the page of figures", () => {
  it("is what npm run figures wrote, and nothing was changed in it by hand", async () => {
    const page = await readFile("docs/figures.md", "utf8");
    expect(formatPage(readPage(page))).to.equal(page);
  });

  it("is where the README's figures come from", async () => {
    const readme = await readFile("README.md", "utf8");
    const measured = readPage(await readFile("docs/figures.md", "utf8"));
    expect(updateReadme(readme, measured)).to.equal(readme);
  });

  it("has a part for each command that measures", async () => {
    const measured = readPage(await readFile("docs/figures.md", "utf8"));
    expect([...measured.keys()]).to.deep.equal(sections.map(({ name }) => name));
  });

  it("tells of a command only what package.json knows", async () => {
    const { scripts } = JSON.parse(await readFile("package.json", "utf8"));
    const names = sections.flatMap(({ command }) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(Object.keys(scripts)).to.include.members(names);
  });

  it("refuses a part that was written by hand", () => {
    expect(() => readPage("# Figures\n\n## Gas\n\nAbout a hundred thousand.\n")).to.throw(
      "did not write: Gas",
    );
  });

  it("refuses a report in which a figure of the README is missing", () => {
    const measured = { commit: "abc1234", date: "2026-01-01", seconds: 1, report: "nothing" };
    expect(() =>
      updateReadme(
        "<!-- figures: npm run figures -->\n<!-- /figures -->",
        new Map([["gas", measured]]),
      ),
    ).to.throw("The report has nothing like");
  });
});

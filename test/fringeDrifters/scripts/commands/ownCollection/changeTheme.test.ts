import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { wcagContrast } from "culori";
import { changeTheme } from "../../../../../scripts/commands/ownCollection/changeTheme.ts";
import { parseColors, tintOf } from "../../../../../scripts/commands/ownCollection/theme.ts";
import { withEnvironment } from "../../../../support/commands/commandHere.ts";
import { temporaryFolder } from "../../../../support/temporaryFolder.ts";

const green = { hue: 150, saturation: 0.35 };
const gold = { hue: 40, saturation: 0.8 };

describe("npm run collection -- theme", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await cp("collection", join(folder, "collection"), { recursive: true });
    await mkdir(join(folder, "cache"));
  });

  const text = (file: string) => readFile(join(folder, file), "utf8");
  const theme = async () => parseColors(await text("collection/theme.css"));
  const change = (isWritten: boolean) =>
    withEnvironment({}, () => changeTheme(green, gold, isWritten), folder);

  it("shows both schemes and the logo, and changes no file of the collection until told to", async () => {
    const before = await text("collection/theme.css");
    await change(false);
    expect(await text("collection/theme.css")).to.equal(before);
    expect(await text("cache/theme.html")).to.match(/<svg[\s\S]*<section[\s\S]*<svg/);
  });

  it("gives surfaces one hue and accents another, and keeps contrasts and alerts", async () => {
    const before = await theme();
    await change(true);
    const after = await theme();
    for (const scheme of ["dark", "light"] as const) {
      const color = (name: string) => after[scheme].get(`color-${name}`) ?? "";
      const was = (name: string) => before[scheme].get(`color-${name}`) ?? "";
      const hue = (name: string) => tintOf(color(name))?.hue ?? 0;
      // Dark colors have few steps.
      expect(Math.abs(hue("page") - green.hue)).to.be.below(5);
      expect(Math.abs(hue("accent") - gold.hue)).to.be.below(5);
      expect(color("alert")).to.equal(was("alert"));
      for (const name of ["text", "accent", "link"]) {
        const contrast = wcagContrast(was(name), was("page"));
        expect(Math.abs(wcagContrast(color(name), color("page")) - contrast)).to.be.below(0.3);
      }
    }
    const config = await text("collection/collection.config.ts");
    expect(config).to.include(`dark: "${after.dark.get("color-page")}"`);
    expect(config).to.include(`light: "${after.light.get("color-page")}"`);
  });
});
